import type { CategoryName } from "../../lib/event/categories";

/**
 * Words for a category besides its two names. Nouns of content (calligraphy, jazz) are not filters.
 */
export const CATEGORY_WORDS: Record<CategoryName, readonly string[]> = {
  Workshop: ["workshop", "کارگاه", "ورکشاپ"],
  "Movie Screening": [
    "movie screening",
    "film screening",
    "screening",
    "نمایش فیلم",
    "اکران فیلم",
    "اکران",
  ],
  Festival: ["festival", "جشنواره", "فستیوال"],
  Talk: ["talk", "سخنرانی"],
  Theater: ["theater", "theatre", "تئاتر", "تیاتر", "نمایش"],
  Community: ["community", "دورهمی"],
  "Art Exhibition": [
    "art exhibition",
    "art exhibitions",
    "exhibition",
    "نمایشگاه",
    "نمایشگاه هنر",
    "نمایشگاه هنری",
  ],
  Concert: ["concert", "کنسرت", "gig"],
  Music: ["music", "موسیقی", "موزیک"],
  Dance: ["dance", "رقص"],
  "Food & Drink": ["food", "food and drink", "غذا", "خوراک"],
  Sports: ["sport", "ورزش", "ورزشی"],
  Networking: ["networking", "شبکه‌سازی"],
  Comedy: ["comedy", "کمدی"],
  Film: ["film", "movie", "cinema", "فیلم", "سینما"],
  Literature: ["literature", "ادبیات"],
  Technology: ["technology", "tech", "فناوری", "تکنولوژی"],
  Business: ["business", "کسب‌وکار", "کسب و کار"],
  "Health & Wellness": ["health", "wellness", "health and wellness", "سلامت", "سلامتی", "تندرستی"],
  Fashion: ["fashion", "مد", "مد و لباس", "پوشاک"],
  Gaming: ["gaming", "games", "بازی"],
  Charity: ["charity", "خیریه", "نیکوکاری"],
  Education: ["education", "آموزش"],
  "Kids & Family": [
    "kids",
    "kid",
    "children",
    "child",
    "family",
    "kids and family",
    "کودک",
    "بچه",
    "خانواده",
    "خانوادگی",
  ],
  Outdoors: ["outdoors", "outdoor", "طبیعت‌گردی"],
  Nightlife: ["nightlife", "شب‌گردی"],
};

/** Other names and spellings of cities, by slug. */
export const CITY_VARIANTS: Record<string, readonly string[]> = {
  tehran: ["teheran", "tehraan", "طهران", "теҳрон"],
  isfahan: ["исфаҳон", "esfahan", "ispahan", "isfehan"],
  mashhad: ["машҳад", "mashad", "meshed", "meshhad"],
  shiraz: ["chiraz", "шероз"],
  qom: ["ghom", "qum"],
  qazvin: ["ghazvin", "kazvin"],
  qeshm: ["gheshm", "qeshm island", "جزیره قشم"],
  kish: ["kish island", "جزیره کیش"],
  urmia: ["orumiyeh", "oroumieh", "urmiyeh", "orumieh", "urumieh"],
  ahvaz: ["ahwaz"],
  hamadan: ["hamedan"],
  ardabil: ["ardebil"],
  khorramabad: ["khoramabad", "خرم آباد"],
  neyshabur: ["nishapur", "neishabur", "neyshaboor", "neishaboor", "نیشاپور"],
  "bandar-abbas": ["bandarabbas", "بندر عباس"],
  bushehr: ["boushehr", "bushire"],
  sanandaj: ["sanandadj", "سنه"],
  abadan: ["abadaan"],
  kashan: ["kashaan"],
  chabahar: ["chahbahar", "چاه‌بهار"],
  "los-angeles": ["la", "l.a.", "لوس آنجلس", "لس آنجلس", "tehrangeles", "تهرانجلس"],
  "new-york": ["nyc", "new york city", "ny", "نیو یورک"],
  "washington-dc": ["washington", "washington dc", "dc", "واشنگتن", "واشینگتن"],
  "san-francisco": ["sf", "san fran", "frisco", "سانفرانسیسکو"],
  montreal: ["montréal", "مونترآل"],
  vancouver: ["ونکووِر", "ونکور"],
  cologne: ["köln", "koeln", "کُلن"],
  vienna: ["wien"],
  frankfurt: ["frankfurt am main"],
  gothenburg: ["göteborg", "goteborg", "یوتبوری", "گوتنبورگ"],
  copenhagen: ["københavn", "kobenhavn", "کپنهاگن"],
  "the-hague": ["den haag", "hague", "دنهاخ"],
  istanbul: ["استامبول", "estanbul", "stambul"],
  dubai: ["دوبی", "дубай"],
  dushanbe: ["душанбе"],
  paris: ["париж"],
  kabul: ["кобул"],
  yerevan: ["erevan"],
};

/** City names with another meaning: filters only if the query contains nothing else. */
export const AMBIGUOUS_CITIES = ["دوشنبه", "sari", "bam", "بم"] as const;

/**
 * Folded words one letter away from a filter word that are not typing mistakes, in addition to the
 * words of the synonyms.
 */
export const OTHER_WORDS: ReadonlySet<string> = new Set(
  (
    "concept conceit concern convert clarity change chile chili chill comely dane dante fresco gamers gates gazing gorgon hearth heart " +
    "hearts heat heath karat masha mashed mouth move sort sorts spot spots short shorts spore pairs parts parks paros pars rast wine paid " +
    "ابیات ارکان اسلام اشکارا اعلام افروز اقلام اکرام امرزش اموز اموزه اموزی انکار ایام ایتام ایلات ایوان برلیان پارس پارسی پاریز پوشک " +
    "تبریک تندرست توران تیران خیره خیرین رایان روزش زندان سخنان سخنران سلامی سیدی سیما سینا سینی فناور کاران کارشان کران کشان کمان " +
    "کنسرو گران گردان گروگان مانی مبانی مجاری مشهود معانی مکانی میانی نمایه نوشیدن نیایش نیکوکار همان همگان"
  ).split(" "),
);
