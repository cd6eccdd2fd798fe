import { CATEGORIES, type CategoryName, findCategory } from "../../../lib/event/categories";
import { searchKey } from "../../../lib/text/search-text";
import type { FieldReading } from "../entries/parsed-event";
import { remember } from "../text/remember";

/** Synonyms of the categories in English and Persian, compared after `searchKey`. */
const CATEGORY_SYNONYMS: Record<CategoryName, string> = {
  Workshop:
    "workshop,arts and crafts,crafts,masterclass,master class,hands-on class,craft workshop,bootcamp,boot camp,کارگاه,کارگاه آموزشی,ورکشاپ,ورک شاپ,مستر کلاس,مسترکلاس,کارگاه عملی",
  "Movie Screening":
    "movie screening,film screening,screening,movie night,film night,cinema screening,documentary screening,outdoor cinema,نمایش فیلم,اکران,اکران فیلم,فیلم نمایش,پخش فیلم,اکران خصوصی,نمایش مستند",
  Festival:
    "festival,fest,fair,carnival,parade,celebration,street festival,cultural festival,جشنواره,فستیوال,جشن,کارناوال,جشنواره فرهنگی",
  Talk: "talk,lecture,lectures and talks,panel,panel discussion,discussion,speaker,seminar,keynote,q and a,conversation,debate,symposium,سخنرانی,گفتگو,گفت و گو,نشست,پنل,میزگرد,سمینار,همایش,مناظره,نشست تخصصی,گفت‌وگو و سخنرانی",
  Theater:
    "theater,theatre,play,drama,musical,opera,performance art,puppet theater,puppet show,stage,performing arts,improv theater,تئاتر,تیاتر,نمایش,نمایشنامه,نمایش تئاتر,اپرا,تئاتر موزیکال,نمایش عروسکی,هنرهای نمایشی,تعزیه,نمایشنامه خوانی,پرفورمنس",
  Community:
    "community,gathering,social,social gathering,meetup group,cultural,cultural event,culture,heritage,religious,holiday,memorial,civic,volunteer,volunteering,دورهمی,اجتماعی,گردهمایی,فرهنگی,مراسم,آیین,اجتماع,محلی,مذهبی,یلدا,نوروز",
  "Art Exhibition":
    "art exhibition,exhibition,exhibit,art,arts,gallery,gallery opening,art show,visual arts,visual art,fine art,installation,photography,photography exhibition,painting,sculpture,museum,museum exhibition,vernissage,art gallery,arts and culture,arts culture,نمایشگاه,نمایشگاه هنر,نمایشگاه هنری,نمایشگاه نقاشی,نمایشگاه عکس,گالری,هنر,هنری,هنرهای تجسمی,نقاشی,عکاسی,خوشنویسی,موزه,مجسمه سازی,چیدمان,افتتاحیه گالری",
  Concert:
    "concert,live music,gig,recital,live concert,live performance,symphony,orchestra,music concert,concerts and live music,music performance,کنسرت,موسیقی زنده,اجرای زنده,رسیتال,کنسرت موسیقی,ارکستر,اجرای موسیقی",
  Music:
    "music,musical event,jam session,jazz,classical music,classical,folk music,traditional music,world music,choir,open mic music,موسیقی,موزیک,موسیقی سنتی,موسیقی کلاسیک,آواز,موسیقی ایرانی,کر",
  Dance:
    "dance,dancing,ballet,dance performance,dance class,salsa,contemporary dance,folk dance,رقص,باله,رقص و حرکت,حرکات موزون,رقص محلی,سالسا",
  "Food & Drink":
    "food and drink,food,drink,drinks,culinary,cooking,cooking class,cuisine,dining,tasting,gastronomy,food festival,street food,brunch,wine tasting,wine,coffee,food market,خوراک و نوشیدنی,غذا,خوراک,آشپزی,غذا و نوشیدنی,خوراکی,جشنواره غذا,قهوه,رستوران,کافه",
  Sports:
    "sports,sport,running,run,marathon,football,soccer,basketball,volleyball,fitness race,race,cycling,tournament,match,martial arts,athletics,ورزش,ورزشی,مسابقه ورزشی,فوتبال,دو,ماراتن,والیبال,دوچرخه سواری,مسابقه,کشتی",
  Networking:
    "networking,networking event,mixer,professional networking,meet and greet,شبکه سازی,شبکه‌سازی,نتورکینگ,شبکه سازی حرفه ای",
  Comedy:
    "comedy,stand-up,standup,stand up,stand-up comedy,standup comedy,comedy show,improv,improv comedy,humor,کمدی,استندآپ,استند آپ,استندآپ کمدی,استند آپ کمدی,طنز,جنگ خنده",
  Film: "film,movie,movies,films,cinema,documentary,short film,short films,film festival,فیلم,سینما,سینمایی,مستند,فیلم کوتاه,جشنواره فیلم",
  Literature:
    "literature,literary,poetry,poetry reading,poetry night,reading,readings,book launch,book reading,book club,book,books,author talk,book fair,writing,storytelling,spoken word,book signing,ادبیات,ادبی,شعر,شعرخوانی,شعر خوانی,شب شعر,کتاب,کتابخوانی,کتاب خوانی,رونمایی کتاب,نقد کتاب,داستان,داستان خوانی,شاهنامه خوانی,حافظ خوانی,نمایشگاه کتاب,قصه گویی,نویسندگی",
  Technology:
    "technology,tech,hackathon,it,software,startup tech,tech talk,tech meetup,programming,coding,developer,developers,ai,artificial intelligence,data science,cybersecurity,robotics,science and technology,فناوری,تکنولوژی,هکاتون,برنامه نویسی,نرم افزار,هوش مصنوعی,فناوری اطلاعات,رباتیک,آی تی,علم و فناوری",
  Business:
    "business,entrepreneurship,startup,startups,finance,marketing,trade show,expo,investment,conference,business conference,career,job fair,کسب و کار,کسب‌وکار,کارآفرینی,استارتاپ,استارتاپی,بازاریابی,تجارت,اقتصاد,کنفرانس,نمایشگاه تجاری,سرمایه گذاری",
  "Health & Wellness":
    "health and wellness,health,wellness,wellbeing,well-being,yoga,meditation,mindfulness,fitness,pilates,mental health,self care,spa,سلامت و تندرستی,سلامت,تندرستی,یوگا,مدیتیشن,مراقبه,بهداشت,پیلاتس,سلامت روان,روانشناسی,بهزیستی",
  Fashion:
    "fashion,fashion show,style,runway,clothing,design and fashion,jewelry,beauty,مد,مد و پوشاک,مد و لباس,فشن,فشن شو,پوشاک,شوی لباس,طراحی لباس,مد و زیبایی",
  Gaming:
    "gaming,games,game,video games,esports,e-sports,board games,board game,game night,tabletop,بازی,گیم,بازی ویدیویی,بازی های ویدیویی,بازی رومیزی,بردگیم,بازی های رومیزی,ورزش الکترونیک,مافیا,گیمینگ",
  Charity:
    "charity,fundraiser,fundraising,benefit,charity event,philanthropy,nonprofit,donation drive,خیریه,نیکوکاری,بازارچه خیریه,خیرخواهانه,همیاری,امور خیریه",
  Education:
    "education,educational,course,class,classes,training,learning,webinar,science,academic,tutorial,history,language,language exchange,tour,guided tour,museum tour,آموزش,آموزشی,دوره,دوره آموزشی,کلاس,کلاس آموزشی,وبینار,علمی,علم,دانشگاهی,تور گردشگری شهری,یادگیری",
  "Kids & Family":
    "kids and family,kids,family,children,child,family friendly,family event,kids event,for kids,parents,youth,kids activities,children and family,کودک و خانواده,کودک,کودکان,خانواده,خانوادگی,کودک و نوجوان,بچه ها,نوجوان,ویژه کودکان,تئاتر کودک",
  Outdoors:
    "outdoors,outdoor,nature,hiking,hike,camping,walking tour,walk,trekking,climbing,outdoor activity,outdoor activities,outdoor recreation,adventure,garden,picnic,ecotour,طبیعت گردی,طبیعت‌گردی,طبیعت,کوهنوردی,کوه پیمایی,پیاده روی,کمپینگ,گردش,فضای باز,تور طبیعت گردی,تور,گردشگری,اکوتور,کویرگردی,پیک نیک",
  Nightlife:
    "nightlife,club,clubbing,night club,nightclub,party,parties,dj,dj night,dj set,dance party,bar,pub,karaoke,شب گردی,شب‌گردی,پارتی,کلوب,مهمانی,زندگی شبانه,دی جی,کارائوکه",
};

const LONGEST = 120;
/** Words without meaning for a category. */
const FILLERS = new Set(
  "event events show shows the a an of live other misc general special رویداد رویدادهای رویدادها برنامه برنامه های ها ی".split(
    " ",
  ),
);

const keyOf = (text: string): string =>
  searchKey(text.replace(/&|\+/g, " and ")).replace(/ (?:ها|های|ی)(?= |$)/g, "");
const joined = (key: string): string => key.replaceAll(" ", "");

/** Names before synonyms. */
const KNOWN: ReadonlyMap<string, CategoryName> = new Map(
  [
    ...CATEGORIES.flatMap(({ name, slug, fa }) => [name, slug, fa].map((word) => ({ word, name }))),
    ...CATEGORIES.flatMap(({ name }) =>
      CATEGORY_SYNONYMS[name].split(",").map((word) => ({ word, name })),
    ),
  ]
    .map(({ word, name }) => [joined(keyOf(word)), name] as const)
    .reverse(),
);

/** The category of a name, also without Persian and English plurals. */
function lookUp(key: string): CategoryName | undefined {
  const word = joined(key);
  return (
    KNOWN.get(word) ??
    KNOWN.get(word.replace(/(?:ies)$/, "y")) ??
    KNOWN.get(word.replace(/(?:es)$/, "")) ??
    KNOWN.get(word.replace(/(?:s|های|ها)$/, "")) ??
    KNOWN.get(`${word}s`)
  );
}

/** Maps a category name to one of the 26; null if ambiguous. */
export const readCategory: (text: string) => FieldReading<CategoryName | null> = remember(read);

function read(text: string): FieldReading<CategoryName | null> {
  const inspected = text
    .slice(0, LONGEST)
    .replace(/^[#\s]+|\p{Extended_Pictographic}|\uFE0F/gu, "");
  const exact = findCategory(inspected);
  if (exact) return { value: exact.name, confidence: 1, codes: [] };
  const key = keyOf(inspected);
  if (key === "") return { value: null, confidence: 0, codes: [] };
  const parts = inspected.split(/[/|,،;؛>»:()–—]|\s-\s/);
  const whole = parts.length > 1 ? undefined : lookUp(key);
  if (whole) return { value: whole, confidence: isOwn(key) ? 0.98 : 0.9, codes: [] };
  for (const part of parts) {
    const found = lookUp(keyOf(part));
    if (found) return { value: found, confidence: 0.8, codes: [] };
  }
  for (const part of inspected.split(/&|\+|\s(?:and|و)\s/)) {
    const found = lookUp(keyOf(part));
    if (found) return { value: found, confidence: 0.7, codes: ["guessed-category"] };
  }
  const near = nearest(joined(key));
  if (near) return { value: near, confidence: 0.6, codes: ["guessed-category"] };
  const words = key.split(" ").filter((word) => !FILLERS.has(word));
  const found = byWords(words);
  return found
    ? { value: found, confidence: 0.6, codes: ["guessed-category"] }
    : { value: null, confidence: 0, codes: ["unknown-category"] };
}

const isOwn = (key: string): boolean =>
  CATEGORIES.some(({ name, fa }) => [name, fa].some((word) => joined(keyOf(word)) === joined(key)));

/**
 * Category of the longest run of known words; of equal lengths the last in English, where the head
 * noun is last.
 */
function byWords(words: readonly string[]): CategoryName | null {
  const limit = Math.min(words.length, 8);
  for (let length = limit; length > 0; length -= 1) {
    const found = Array.from({ length: limit - length + 1 }, (_, from) =>
      lookUp(words.slice(from, from + length).join(" ")),
    ).filter((name) => name !== undefined);
    const isPersian = /[\u0600-\u06ff]/.test(words[0] ?? "");
    const chosen = isPersian ? found[0] : found.at(-1);
    if (chosen) return chosen;
  }
  return null;
}

/** Bitmap of a word's letters, with collisions: each edit changes at most two bits. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let place = 0; place < word.length; place += 1) bits |= 1 << (word.charCodeAt(place) & 31);
  return bits;
}

function differing(a: number, b: number): number {
  let count = 0;
  for (let bits = a ^ b; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

const LONG = [...KNOWN].flatMap(([known, name]) =>
  known.length >= 5 ? [{ known, name, letters: lettersOf(known) }] : [],
);

/** The only known name within the allowed edit distance; null otherwise. */
function nearest(word: string): CategoryName | null {
  if (word.length < 5 || word.length > 30) return null;
  const allowed = word.length < 9 ? 1 : 2;
  const found = new Set<CategoryName>();
  const letters = lettersOf(word);
  for (const { known, name, letters: its } of LONG)
    if (
      Math.abs(known.length - word.length) <= allowed &&
      differing(letters, its) <= 2 * allowed &&
      isNear(word, known, allowed)
    )
      found.add(name);
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * Whether the edit distance of two words, with transpositions, is within the limit (optimal string
 * alignment).
 */
function isNear(a: string, b: string, allowed: number): boolean {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return (row[b.length] ?? 0) <= allowed;
}
