import { searchKey } from "../../../lib/text/search-text";
import { CITY_VARIANTS } from "../../search/filter-words";
import { stem } from "../../search/stem";
import { STOP_WORDS, SUFFIXES_APART, WEAK_WORDS } from "../../search/stop-words";

const words = (text: string) => text.split(/\s+/).filter(Boolean).map(searchKey);

/** Words of kind and form, common to thousands of titles: low weight. */
const KINDS = words(`
concert concerts live music musical show shows performance performances recital gig tour event evening night nights day festival
exhibition exhibit expo gallery opening launch premiere screening film films movie cinema theater theatre play drama comedy
workshop class course seminar webinar lecture talk talks meeting meetup gathering session conference panel symposium forum
party celebration ceremony club society group circle band ensemble orchestra trio quartet duo project program programme series
reading poetry book books story art arts artist artists culture cultural center centre hall house association institute
persian iranian iran tehran family kids children women special edition annual weekly monthly international national community online
ticket tickets free entry presents featuring feat ft with present directed director by written vol volume part episode number no
piano guitar violin adults adult seniors teens guided beginner beginners advanced intermediate introduction intro level levels basic basics age ages masterclass master stand standup up comedian
cafe restaurant studio park square garden museum library tower university school complex cinematheque cineplex zoom webinar
league cup match game games championship tournament hike walk picnic bazaar charity rehearsal gala
works work solo new year season final last week weekend morning afternoon tonight open free guest host hosted production
کنسرت اجرا اجرای زنده موسیقی نمایش نمایشنامه تئاتر تاتر فیلم سینما سینمایی اکران نمایشگاه گالری افتتاحیه گشایش رونمایی جشنواره جشن
کارگاه دوره کلاس سمینار وبینار نشست همایش سخنرانی گفتگو گفت گو دورهمی گردهمایی جلسه کنفرانس میزگرد شب شبی شبهای روز روزهای عصر
گروه ارکستر کوارتت تریو دوئت انجمن باشگاه حلقه مرکز موسسه بنیاد خانه تالار سالن فرهنگی هنری فرهنگسرای فرهنگسرا
کتاب کتابخوانی شعر شعرخوانی داستان هنر هنرمند هنرمندان اثار ویژه برنامه رویداد مراسم سالانه هفتگی ماهانه بینالمللی ملی
مبتدی مبتدیان پیشرفته متوسط مقدماتی مقدمه اشنایی معرفی سطح سن سنین مسترکلاس استندآپ استند اپ کمدین
کافه رستوران استودیو پارک بوستان میدان باغ موزه کتابخانه برج دانشگاه مدرسه مجموعه پردیس تماشاخانه
لیگ جام بازی بازیها قهرمانی پیادهروی پیاده روی کوهنوردی خیریه تمرین سانس نوبت
ایرانی ایران تهران خانوادگی کودکان کودک بانوان رایگان بلیت بلیط خرید انلاین حضوری با حضور همراه به کارگردانی کارگردان نوشته اثر کاری
بخش قسمت جلد شماره دوره فصل پایانی افتتاح اختتامیه صبح ظهر بعدازظهر هفته اخر جدید نو تور گردش بازارچه بازار مسابقه کمدی درام
`);

const CITIES = Object.entries(CITY_VARIANTS).flatMap(([slug, names]) =>
  [slug, ...names].flatMap((name) => searchKey(name).split(" ")),
);

const LIGHT: ReadonlySet<string> = new Set(
  [...KINDS, ...WEAK_WORDS, ...CITIES].flatMap((word) => [word, stem(word)]),
);
const EMPTY: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...SUFFIXES_APART,
  ...words(
    "e ye i va ba der die das und mit im am pm la le de et dj mr ms dr استاد اقای خانم دکتر مهندس نیز ی",
  ),
]);

/** Weight of a title's word: 0 for particles, low for words of kind and place, 1 for names. */
export function weightOf(word: string): number {
  if (EMPTY.has(word)) return 0;
  if (LIGHT.has(word) || LIGHT.has(stem(word))) return 0.22;
  return word.length < 3 ? 0.5 : 1;
}

/** Words for events that contain others: one evening is not the whole festival. */
export const CONTAINERS: ReadonlySet<string> = new Set(
  words(
    "festival fest biennale biennial marathon fair conference جشنواره فستیوال بینال دوسالانه همایش نمایشگاه کنفرانس ماراتن",
  ),
);

/** Audiences, one group per line: the same course for another audience is another course. */
const AUDIENCES: ReadonlyMap<string, number> = new Map(
  [
    "children child kids کودک کودکان بچهها خردسالان",
    "teens teenagers youth نوجوان نوجوانان",
    "adults adult بزرگسال بزرگسالان",
    "seniors elderly سالمندان",
    "beginner beginners مبتدی مبتدیان مقدماتی تازهکارها",
    "intermediate متوسط",
    "advanced پیشرفته",
    "early",
    "late",
  ].flatMap((line, group) => words(line).map((word): [string, number] => [word, group])),
);

/** Audience group of a word; null for other words. */
export const audienceGroupOf = (word: string): number | null => AUDIENCES.get(word) ?? null;

/** Words after which even "one" and "I" are numbers. */
const COUNTERS: ReadonlySet<string> = new Set(
  words(
    "part episode vol volume no number session chapter round season edition day بخش قسمت جلد شماره جلسه فصل دور دوره روز نوبت سری پرده",
  ),
);

const UNITS: readonly string[] = [
  "one first یک اول نخست یکم یکمین",
  "two second دو دوم دومین",
  "three third سه سوم سومین",
  "four fourth چهار چهارم چهارمین",
  "five fifth پنج پنجم پنجمین",
  "six sixth شش ششم ششمین",
  "seven seventh هفت هفتم هفتمین",
  "eight eighth هشت هشتم هشتمین",
  "nine ninth نه نهم نهمین",
  "ten tenth ده دهم دهمین",
  "eleven eleventh یازده یازدهم یازدهمین",
  "twelve twelfth دوازده دوازدهم دوازدهمین",
  "thirteen thirteenth سیزده سیزدهم سیزدهمین",
  "fourteen fourteenth چهارده چهاردهم چهاردهمین",
  "fifteen fifteenth پانزده پانزدهم پانزدهمین",
];
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...UNITS.flatMap((line, index) => words(line).map((word): [string, number] => [word, index + 1])),
  ...[
    ["اولین", 1],
    ["نخستین", 1],
    ["twenty", 20],
    ["twentieth", 20],
    ["بیست", 20],
    ["بیستم", 20],
    ["بیستمین", 20],
    ["سی", 30],
    ["thirty", 30],
    ["چهل", 40],
    ["forty", 40],
    ["forties", 40],
    ["پنجاه", 50],
    ["fifty", 50],
    ["صد", 100],
    ["hundred", 100],
  ].map(([word, number]): [string, number] => [searchKey(String(word)), Number(number)]),
]);
const ROMAN: ReadonlyMap<string, number> = new Map([
  ["i", 1],
  ["ii", 2],
  ["iii", 3],
  ["iv", 4],
  ["v", 5],
  ["vi", 6],
  ["vii", 7],
]);

/** Years of either calendar do not tell events apart. */
const isYear = (number: number) =>
  (number >= 1390 && number <= 1430) || (number >= 2015 && number <= 2050);

/** Tens that «و» can join to a unit: «چهل‌ویکمین». */
const isTens = (number: number | undefined) => number !== undefined && number >= 20 && number < 100;

/** Words followed by a letter as a number: "Group A". */
const LETTERED = new Set(["group", "room", "section", "class", "گروه"]);
/** Offset of letters, above any number in a title. */
const LETTERS_FROM = 10_000;

/**
 * The number that a title's word stands for, given the previous word and whether it is the last;
 * null for other words.
 */
export function titleNumberOf(
  word: string,
  before: string | undefined,
  isLast = false,
): number | null {
  const counts = before !== undefined && COUNTERS.has(before);
  const digits = /^(\d{1,4})(?:st|nd|rd|th|k|km|h|hour|م|مین|ام|امین)?$/.exec(word)?.[1];
  if (digits !== undefined) return isYear(Number(digits)) ? null : Number(digits);
  // "1a", "1b"; not "3d", which is a kind of film.
  const [, figure, letter] = /^(\d{1,2})([abc])$/.exec(word) ?? [];
  if (figure && letter) return Number(figure) + LETTERS_FROM * letter.charCodeAt(0);
  if (before !== undefined && LETTERED.has(before) && /^[a-h]$/.test(word))
    return LETTERS_FROM + word.charCodeAt(0);
  // "The Epic of Siavash I" is the first part.
  if (isLast && word === "i") return 1;
  if (counts && ROMAN.has(word)) return ROMAN.get(word) ?? null;
  if (/^(ii|iii)$/.test(word)) return word.length;
  const number =
    NUMBERS.get(word) ??
    (before !== undefined && word.startsWith("و") && isTens(NUMBERS.get(before))
      ? NUMBERS.get(word.slice(1))
      : undefined);
  // "One" and «یک» are usually articles, «نه» is usually "no".
  if (number === undefined || (!counts && ["one", "یک", "نه", "سی"].includes(word))) return null;
  return number;
}
