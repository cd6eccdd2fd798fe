import { foldDigits } from "../../../lib/text/digits";
import { isNewsAlone, nameIn } from "./announced-names";

const VENUE_FA =
  "تالار|سالن|گالری|نگارخانه|موزه|فرهنگسرا(?:ی)?|خانه(?: ?ی)?|کافه|سینما|پردیس|کتابخانه|کتاب ?فروشی|ورزشگاه|استادیوم|باغ|کاخ|مجموعه|مجتمع|بوستان|پارک|عمارت|تماشاخانه|تئاتر شهر|پلاتو|آمفی ?تئاتر|هتل|رستوران|برج|مرکز|مؤسسه|موسسه|آموزشگاه|آکادمی|دانشگاه|دانشکده|باشگاه(?! کتاب(?!\\p{L}))|کلیسا|مسجد|حسینیه|آرامگاه|ارگ|قلعه|میدان|محوطه|نمایشگاه(?: ?های)? بین|نمایشگاههای بین|محل دائمی|حوزه هنری|انجمن|دفتر|شهر کتاب|شهرکتاب|سرای|کاروانسرا|زورخانه|استودیو|لابی|کارخانه|درمانگاه|رصدخانه|مترو|ایستگاه|پاساژ|مرکز خرید|کمپ|پیست|استخر|زمین|سالن|پژوهشسرا|پژوهشکده|پیاده ?راه|شهربازی|خوابگاه|فضای|حیاط|پشت ?بام|بام|چهارراه|پل|اسکله|ساحل|دریاچه|سد|پلاژ|بازار|تیمچه|سفره ?خانه|چایخانه|قهوه ?خانه|مدرسه|دبستان|هنرستان|مهدکودک|بنیاد|سازمان|کانون";
const VENUE_EN =
  "theat(?:re|er)s?|hub|hall|cinema|kino|museum|galler(?:y|ies)|galerie|caf[eé]s?|club|library|house|haus|centre|center|zentrum|park|books|bookshop|bookstore|ballroom|church|school|university|college|studio|arena|stadium|playhouse|forum|complex|hotel|restaurant|bar|pub|lounge|auditorium|square|beach|pier|station|garden|gardens|foundation|institute?|sporthalle|halle|lot|philharmonie|opera|plaza|mall|campus|gym|court|field|loft|space|tower|palace|mosque|temple|pavilion|market|brewery|winery|mall|ymca|academy|fabrik|werkstatt|atelier|bibliothek|theatersaal|saal|salle|maison|centrum|musée|théâtre|opéra|auditorium|église|bibliothèque|kerk|schouwburg|theater|kyrka|teater|bibliotek|merkezi|sahnesi|eventspace|oper|warehouse";
const VENUE = new RegExp(
  `(?<!\\p{L})(?:(?:${VENUE_FA.replaceAll(" ?", "[ \\u200c]?")})(?:[ \\u200c]?(?:ی|های))?|${VENUE_EN})(?!\\p{L}|\\u200c?(?:گردی|نشینی)|ه? (?:عکس|آثار|نقاشی|شعر|داستان))|(?<!\\p{L})(?:theater|kino|museum|galerie|haus|café)\\p{L}+|\\p{L}{3,}(?:halle|haus|huset|kino|theater|fabrik|park|kirche|platz)(?!\\p{L})|(?<!\\p{L})کافه\\p{L}`,
  "iu",
);
const STREET =
  /(?<!\p{L})(?:خیابان|خ(?= )|خ\.|بلوار|کوچه|پلاک|محله|نبش|روبرو(?:ی)?|روبه ?روی|جنب|بین|تقاطع|طبقه|واحد|اتوبان|بزرگراه|شهرک|فلکه|ضلع|انتهای|ابتدای|بالاتر از|پایین ?تر از|نرسیده به|حد ?فاصل|سه ?راه|کد پستی|street|st\.?|str\.?|straße|road|rd|avenue|ave\.?|blvd|boulevard|floor|allee|platz \d|sokak|cad\.?)(?!\p{L})|^\d+[a-z]? (?!miles|km|min|hours?|people|spots|seats|weeks|days)\p{L}|\p{L} \d{1,4}[a-z]?$/iu;
/** A sign or label of a place, and what follows it. */
const LABELLED =
  /^(?:[^\p{L}\p{N}«"(]*)(?:(?:📍|📌|🏛|🏢|🎪)[\s:]*(?:(?:مکان|محل|آدرس|نشانی|لوکیشن|venue|where|location|place)[^:：]{0,14}[:：])?|(?:مکان|محل|آدرس|نشانی|لوکیشن|کجا|venue|where|location|place|address)(?: ?(?:برگزاری|اجرا|نمایش|رویداد|برنامه))?\s*[:：]|(?:محل|مکان)(?: برگزاری)? )\s*(.+)$/iu;
/** A place that a sentence labels, or that an event moves to. */
const WITHIN =
  /(?<!\p{L})(?:meet(?:ing)?(?: up)?[^.\n]{0,24} at (?:the )?(?=\p{Lu})|(?:meeting point|venue|location|مکان|قرار|محل|محل (?:قرار|حرکت|برگزاری|اجرا)|نقطه شروع)\s*[:：]\s*|moves? (?:from [^.\n]{2,40} )?to (?:the )?(?=\p{Lu}))([^.،,\n|]{3,80})/u;
const NO_PLACE =
  /^(?:تغییر|لغو|جدید|venue change|change of|new venue)|(?:تغییر (?:کرد|یافت|می[\s\u200c]?کند)|عوض شد|جابه[\s\u200c]?جا شد|has (?:been )?changed)[^\p{L}]*$/iu;
const BREAK =
  /\s*(?:[|•·;؛\n★☆✦✧●○■□▪▫◆◇►▶➤]|\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|[–—]|\s-\s|(?<=\s)_(?=\s))\uFE0F?\s*|\s*[,،](?!\d{3})\s*|\s\/\s|(?<=\d)\.\s+(?=\p{Lu}\p{L}{3})|(?<=[\p{L}"”»)])(?<!(?<!\p{L})(?:St|Dr|Mt|No|Prof))\.\s+(?=[\p{L}€$£])/u;
const CONTACT =
  /@|https?:|(?<!\p{L})(?:[\w-]+\.)+(?:com|ir|org|net|de|uk|ca|example|co|at|fr|au|ae)(?!\p{L})|(?<!\p{L})(?:رزرو|دایرکت|تلفن|شماره|تماس|واتساپ|ثبت ?نام|خرید|فروش|تهیه|هماهنگی|گیشه|call|dm|rsvp|whatsapp|register|registration|instagram|اینستا|پیج|tel)(?!\p{L})/iu;
const COSTS =
  /[€$£]\s?\d|\d\s?[€$£]|(?<!\p{L})(?:AED|AMD|AUD|CAD|CHF|EUR|GBP|GEL|QAR|SEK|TL|TRY|USD)\s?\d|\d[km]?\s?(?:AED|AMD|AUD|CAD|CHF|DKK|EUR|GBP|GEL|NOK|QAR|SEK|TL|TRY|USD|dhs|kr|lari|tomans?)(?!\p{L})/u;
/** Hours, which part the words around them; a bare number may be a hall's. */
const HOURS =
  /(?:(?:ساعت|at|@|ab|um)\s*)?(?<![\d.,])(?:\d{1,2}[:٫]\d\d(?:\s*(?:[ap]\.?m\.?(?!\p{L})|صبح|ظهر|بعد ?از ?ظهر|عصر|شب))?|\d{1,2}(?:\.\d\d)?\s*(?:[ap]\.?m\.?(?!\p{L})|uhr|صبح|عصر|شب|ظهر)|ساعت\s*\d{1,2})(?:\s*(?:–|-|تا|الی|to)\s*\d{1,2}(?:[:٫.]\d\d)?\s*(?:[ap]\.?m\.?(?!\p{L})|uhr)?)?(?:\s+(?:at|@)(?=\s))?/giu;
/** Those who play: "Rastak Theatre Group", «گروه تئاتر پنجره». */
const ENSEMBLE =
  /(?<!\p{L})theater(?:gruppe|verein|groep|ensemble)(?!\p{L})|(?<!\p{L})(?:theat(?:re|er)|opera|film|book) (?:group|company|collective|ensemble|troupe|society|club)(?!\p{L})|(?<!\p{L})(?:گروه|کمپانی|ارکستر|انجمن) (?:تئاتر|نمایشی|هنری|موسیقی)(?!\p{L})/iu;
/** The old place before the new one: «از تالار وحدت به … منتقل شد», "moved from the Loft to …". */
const LEFT_FOR =
  /(?<!\p{L})از (?=\p{L})[^.،\d\n]{2,50}? به (?=[^.\n]{2,60}(?:تغییر|منتقل|انتقال|جابه))|(?<=moved?|moving|relocated) from [^.,\n]{2,50}? to (?=\p{L})/gu;
/** A place that it is not at. */
const LEFT =
  /(?<!\p{L})(?:instead of|was:|formerly|previously(?: at)?|and not(?: at)?) (?:the )?\p{Lu}[^.,;)\n]{2,50}|به ?جای [^،.\n]{3,40}(?= در |،|$)/gu;
/** The place is told later. */
const TOLD_LATER =
  /(?<!\p{L})(?:secret|address (?:sent|will be|to be|on booking|shared|given)|location (?:tba|to be announced|revealed)|آدرس (?:پس از|بعد از|متعاقبا)|لوکیشن (?:پس از|بعد از|متعاقبا|ارسال))/iu;
/** A sentence about those who invite: "The Centre … is pleased to announce the". */
const HOSTS =
  /(?<!\p{L})(?:pleased|delighted|proud|happy|honou?red) to (?:announce|present|invite)/iu;
/** Kinds of works, whose name in quotes is no place: «فیلم «خانه دوست کجاست»». */
const WORK =
  /(?<!\p{L})(?:فیلم|اکران|نمایش(?:نامه)?|کنسرت|کتاب|رمان|نشست|مستند|آلبوم|اپرا|film|play|novel|book|album|screening)(?!\p{L})[^«“"]*[«“"]/iu;
const QUOTED = /[«“"][^«»“”"]*[»”"]/gu;
/** The name of a work on a line of its own: «خانه‌های خالی». */
const NAME_ALONE = /^[^\p{L}\p{N}«"“]*[«"“][^«»“”"]{2,100}[»”"][^\p{L}\p{N}]*$/u;
/** Words that lead to a venue within a sentence. */
const AT = /(?<!\p{L})(?:at|outside|در|توی|تو) (?=[«"“]?\p{L})/gu;
/** Where the name of a venue within a sentence ends. */
const NAME_END =
  /(?:\s[–—-]\s|[,،|;؛!()]|\.(?:\s|$)|\s(?:on|from|with|will|by|at|ساعت|برگزار|اجرا|می ?شود|میشه|به|با|از|روز|شنبه|یکشنبه|دوشنبه|سه ?شنبه|چهارشنبه|پنج ?شنبه|جمعه|روی)(?:\s|$)|\s(?=\d{1,2}[:.]\d\d|\d{1,2} ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/iu;

/** A hall, which is a part of a house. */
export const HALL =
  /^(?:سالن|تماشاخانه|تالار|اتاق|کلاس|طبقه|پلاتو|hall|room|studio|stage|auditorium)(?!\p{L})/iu;

const HALL_OF = /^(?:[\p{L}’']+ ){0,2}(?:box|hall|room|stage|studio|bar) @ /iu;

type Kind = "venue" | "street" | "city" | "fact" | "contact" | "plain";

interface Part {
  text: string;
  kind: Kind;
}

/** The place of an announced event by its name. */
export interface FoundVenue {
  name: string | null;
  address: string | null;
  /** Whether it is in the position of a place. */
  isSure: boolean;
}

/** «برنامه‌های این هفتهٔ فرهنگسرای نیاوران»: the head of a list, which is its venue's. */
const PROGRAMME_OF =
  /^(?:برنامه|رویداد|تقویم|جدول)(?:[\s\u200c]?ها)?(?:[\s\u200c]?ی|ٔ)?(?:\s+(?:فرهنگی|هنری|این|هفتگی|ماهانه|(?:مهر|آبان|آذر|دی|بهمن|اسفند|فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور)(?:\s?ماه)?|(?:هفته|ماه|آخر هفته)(?:[\s\u200c]?ی|ٔ)?|(?:پاییز|زمستان|بهار|تابستان)ی?))*\s+(?=\p{L})/u;

/** A part without marks, hours and words before its name. */
function tidy(part: string): string {
  return part
    .replace(/^(?:[^\p{L}\p{N}«"“]|\uFE0F)+/u, "")
    .replace(/(?:\p{Extended_Pictographic}|\uFE0F)/gu, "")
    .replace(/^از (\p{L}[^،,]*?) تا \p{L}.*$/u, "$1")
    .replace(
      /^(?:(?:محل|مکان)\s+)?(?:(?:now|new) (?:at|in)|مکان|محل|آدرس|نشانی|در|تو|توی|at|in|meet(?:ing)?(?: point)?(?: at| outside)?:?|venue:?|از|شروع(?: از)?:?|قرار:|حرکت از|رفت|in person at|pick[- ]?up)\s+(?=\p{L})/iu,
      "",
    )
    .replace(
      /^سالن\s*[:：]\s*(?=\p{Lu}|(?:سالن|تالار|کاخ|برج|مجموعه|مرکز|فرهنگسرا|خانه)(?!\p{L}))/u,
      "",
    )
    .replace(/^meet(?:ing)?(?: point)?(?: at)?$/iu, "")
    .replace(/^(?:both|all|everything) (?:at|in) (?=\p{L})/iu, "")
    .replace(/^(?:جدید|new|same place)\s*[:：]\s*/iu, "")
    .replace(/^.*(?<!\p{L})(?:held|place|hosted)(?!\p{L}).*? (?:in|at) (?:the )?(?=\p{Lu})/u, "")
    .replace(PROGRAMME_OF, "")
    .replace(/^[«"“]([^«»"“”]+)[»"”]$/u, "$1")
    .replace(
      /\s+(?:تغییر (?:کرد|یافت|می ?کند)|منتقل شد|انتقال یافت|(?:اجرا|برگزار) نمی[\s\u200c]?شود|(?:will|has|is|was|won['’]t) (?:not|be|been|take|cancell?ed|postponed).*)$/iu,
      "",
    )
    .replace(/\s+(?:برگزار|تقدیم) (?:(?:می[\s\u200c]?)?(?:کند|شود|نماید)|خواهد شد)\s*[:：.]?$/u, "")
    .replace(/[\s.,،:!?_–—-]+$/u, "")
    .trim();
}

/** Whether a name has a word for a kind of place. */
export const isVenueName = (name: string): boolean => VENUE.test(name);

/** Whether a name begins with a word for a kind of place. */
export const beginsAsVenue = (name: string): boolean =>
  VENUE.exec(name)?.index === 0 && !/^theater(?:gruppe|verein|groep|ensemble)/iu.test(name);

const PERSIAN = /[\u0600-\u06ff]/;
const isLatinName = (text: string): boolean => /^(?:The )?\p{Lu}/u.test(text);
const wordsOf = (text: string): number => text.split(/\s+/).length;

/** A venue's name within a longer part: from its word on. */
function within(part: string): string {
  const unquoted = part.replace(/^[«"“][^«»"“”]+[»"”]\s*/u, "");
  const text = VENUE.test(unquoted) ? unquoted : part;
  const at = VENUE.exec(text)?.index ?? 0;
  const isPersian = /[\u0600-\u06ff]/.test(text);
  // "Konzert mit dem Chor Banoo in der Christianskirche".
  const behind = / (?:in der|im|in den|in het|at(?: the)?|au|à la|på) (\p{Lu}[^,]*)$/u.exec(
    text,
  )?.[1];
  if (!isPersian && wordsOf(text) > 6 && behind && VENUE.test(behind)) return behind;
  if (!isPersian || wordsOf(text) <= 6) return text;
  const tail = text.slice(at);
  const end = tail.search(NAME_END);
  return end > 0 ? tail.slice(0, end) : tail;
}

function kindsOf(line: string, isCity: (part: string) => boolean): Part[] {
  // «پاریس، تگزاس»: one name.
  const plain = foldDigits(line)
    .replace(/[«“"][^«»“”"]*[»”"]/gu, (name) => name.replace(/[،,]/gu, " "))
    .replace(HOURS, " | ")
    .replace(/ @ (?=\p{L})/gu, " | ");
  const brackets = [...plain.matchAll(/\(([^()]*)\)/gu)].map(([, inner = ""]) => inner);
  const outer = plain.replace(/\([^()]*\)?/gu, " ").split(BREAK);
  const inner = brackets.flatMap((text) => text.split(BREAK));
  return [...outer, ...inner].flatMap((written, place): Part[] => {
    if (COSTS.test(written ?? "")) return [{ text: written ?? "", kind: "fact" }];
    const text = tidy(written ?? "");
    if (!/\p{L}{2}/u.test(text)) return [];
    const isInner = place >= outer.length;
    if (isCity(text)) return [{ text, kind: "city" }];
    if (CONTACT.test(text)) return [{ text, kind: "contact" }];
    if (
      /^(?:بلی[تط]|ورودی(?! (?:غربی|شرقی|شمالی|جنوبی|اصلی))|قیمت|بها|درب(?:های)? سالن|درها)/u.test(
        text,
      )
    )
      return [{ text, kind: "fact" }];
    if (/(?<!\p{L})(?:میلیون|هزار|تومان|تومن|ریال)(?!\p{L})/u.test(text) && /\d/.test(text))
      return [{ text, kind: "fact" }];
    if (
      /^(?:روی صحنه|will |won['’]t |برگزار نمی|اجرا نمی|(?:موکول|منتقل|لغو|جابه[\s\u200c]?جا|تمدید|برگزار|تشکیل|کنسل)\s+(?:شد|می[\s\u200c]?شود|گردید|خواهد شد))|تعطیل|شب اقامت|(?<!\p{L})closed(?!\p{L})/iu.test(
        text,
      )
    )
      return [{ text, kind: "fact" }];
    const isVenue =
      VENUE.test(WORK.test(text) ? text.replace(QUOTED, " ") : text) &&
      !ENSEMBLE.test(text) &&
      (PERSIAN.test(text) || /\p{Lu}/u.test(text));
    if (!isVenue && nameIn(text).replace(/ /g, "").length < 3) return [{ text, kind: "fact" }];
    if (STREET.test(text) && (!isVenue || /^نرسیده به /u.test(text)))
      return [{ text, kind: "street" }];
    if (isVenue) return [{ text: within(text), kind: "venue" }];
    return isInner ? [{ text, kind: "street" }] : [{ text, kind: "plain" }];
  });
}

const SQUARE = /^(?:میدان|چهارراه|فلکه|پل)(?!\p{L})/u;

/** The parts of a line; a workshop beside a street or square is a place. */
function partsOf(line: string, isCity: (part: string) => boolean): Part[] {
  const parts = kindsOf(line, isCity).map((part, place, all) =>
    // «میدان ونک، ابتدای ملاصدرا» is an address.
    SQUARE.test(part.text) && all[place + 1]?.kind === "street"
      ? { ...part, kind: "street" as const }
      : part,
  );
  const [first] = parts;
  // "Mamak Khadem Trio @ Bimhuis, 22 €".
  const at = / @ (\p{L}[^,،|()]{1,60}?)\s*(?:[,،|()]|$)/u.exec(line)?.[1];
  const host = at ? parts.find(({ text }) => text === tidy(at)) : undefined;
  if (host && host.kind !== "city") {
    // "Black Box @ Cafe Teatr": a hall of a house.
    const hall = HALL_OF.exec(line)?.[0];
    return [{ text: hall ? `${hall}${host.text}` : host.text, kind: "venue" }];
  }
  const isPlace =
    first?.kind === "plain" &&
    /^کارگاه /u.test(first.text) &&
    parts.slice(1).some(({ kind }) => kind === "venue" || kind === "street" || kind === "city");
  return isPlace ? [{ ...first, kind: "venue" }, ...parts.slice(1)] : parts;
}

/** The venue of a line of parts: a known word for one, with the names beside it. */
function blockOf(parts: readonly Part[]): FoundVenue | null {
  const first = parts.findIndex(({ kind }) => kind === "venue");
  if (first < 0) return null;
  const names: string[] = [];
  let from = first;
  const isHall = HALL.test(parts[first]?.text ?? "");
  while (
    parts[from - 1]?.kind === "plain" &&
    (isHall || isLatinName(parts[from - 1]?.text ?? "")) &&
    wordsOf(parts[from - 1]?.text ?? "") <= 4
  )
    from -= 1;
  for (let place = from; place < parts.length && names.length < 3; place += 1) {
    const part = parts[place];
    const isDistrict = part?.kind === "street" && isLatinName(part.text) && !/\d/.test(part.text);
    if (!part || (part.kind !== "venue" && part.kind !== "plain" && !isDistrict)) break;
    if (part.kind !== "venue" && wordsOf(part.text) > 4) break;
    names.push(part.text);
  }
  return named(names, parts, true);
}

function named(names: readonly string[], parts: readonly Part[], isSure: boolean): FoundVenue {
  const comma = /[\u0600-\u06ff]/.test(names.join("")) ? "، " : ", ";
  const address = parts
    .filter(({ kind, text }) => kind === "street" && !names.includes(text))
    .map(({ text }) => text);
  return { name: names.join(comma) || null, address: address.join(comma) || null, isSure };
}

/** "… at Cockpit Theatre (7.30pm …)", «… در خانه موزه توس …». */
function inSentence(
  line: string,
  isCity: (part: string) => boolean,
  mustBeVenue: boolean,
): string | null {
  const rest = line.replace(/به ?جای [^«]{3,40}(?= در )/gu, " ");
  const found = [...rest.matchAll(AT)].flatMap((match) => {
    const tail = rest.slice(match.index + match[0].length);
    const quoted = /^[«"“]([^»"”]{2,80})[»"”]/u.exec(tail)?.[1];
    const end = tail.search(NAME_END);
    const name = tidy(quoted ?? (end < 0 ? tail : tail.slice(0, end)));
    const isName = VENUE.test(name) || (!mustBeVenue && /^\p{Lu}[\p{L}'’.]+(?: |$)/u.test(name));
    const isFact = nameIn(name).replace(/ /g, "").length < 3 && !VENUE.test(name);
    return name.length > 2 &&
      name.length < 90 &&
      isName &&
      !isCity(name) &&
      !isFact &&
      !CONTACT.test(name)
      ? [name]
      : [];
  });
  return found.find((name) => VENUE.test(name)) ?? found[0] ?? null;
}

/**
 * Reads the venue of an announcement: a labelled one, else what stands on a line of its own, in a
 * sentence, beside the city or a street, or in the title.
 */
export function readAnnouncedVenue(
  written: readonly string[],
  titleLine: number,
  isCity: (part: string) => boolean,
): FoundVenue {
  const lines = written.map((line) => line.replace(LEFT_FOR, " در ").replace(LEFT, " "));
  if (lines.some((line) => TOLD_LATER.test(line)))
    return { name: null, address: null, isSure: false };
  for (const line of lines) {
    const label = LABELLED.exec(line)?.[1] ?? WITHIN.exec(line)?.[1];
    if (!label || NO_PLACE.test(label)) continue;
    const parts = partsOf(label, isCity);
    const block = blockOf(parts);
    if (block) return block;
    const plain = parts.filter(({ kind }) => kind === "plain");
    // "Address: street, district" names no house.
    if (plain[0] && !(/آدرس|نشانی|address/iu.test(line) && parts[0]?.kind === "street"))
      return named(
        plain.slice(0, 2).map(({ text }) => text),
        parts,
        true,
      );
  }
  const read = lines.map((line, place) => ({
    line,
    // A post of one line, or a sentence, is more than its title.
    isTitle: place === titleLine && lines.length > 1 && line.length < 90,
    parts: partsOf(line, isCity),
  }));
  const others = read.filter(
    ({ isTitle, line }) =>
      !isTitle &&
      line.length <= 220 &&
      !HOSTS.test(line) &&
      !NAME_ALONE.test(line) &&
      !isNewsAlone(line, true),
  );
  for (const { parts } of others) {
    const block =
      parts.some(({ kind }) => kind === "contact") && parts.length < 2 ? null : blockOf(parts);
    if (block) return block;
  }
  for (const { line } of read) {
    const host = /[«“"]([^«»“”"]{2,60})[»”"] میزبان(?!\p{L})/u.exec(line)?.[1];
    const name = host && VENUE.test(host) ? host : inSentence(line, isCity, true);
    if (name !== null) return { name, address: null, isSure: true };
  }
  // A name before a street or a city: "Jacksons Lane, 269a Archway Road".
  for (const { parts } of others) {
    const beside = parts.findIndex(({ kind }) => kind === "street" || kind === "city");
    const plain = parts.filter(
      ({ kind, text }) =>
        kind === "plain" && wordsOf(text) <= 5 && (isLatinName(text) || beside >= 0),
    );
    if (beside >= 0 && plain[0]) {
      const street = parts.find(
        ({ kind, text }) => kind === "street" && isLatinName(text) && !/\d/.test(text),
      );
      const names = [plain[0].text, ...(street ? [street.text] : [])];
      return named(names, parts, parts.length <= 4);
    }
  }
  for (const { line, isTitle, parts } of read) {
    const name = inSentence(line, isCity, false);
    // "… at Admiralspalast": a name in capitals that ends its clause.
    const isLast =
      name !== null &&
      /^\p{Lu}/u.test(name) &&
      /^(?:$|[,،(–-])/u.test(line.slice(line.indexOf(name) + name.length).trim());
    if (name !== null) return { name, address: null, isSure: isLast };
    // "Every Tues in March, 10am, The Magic Shop".
    const hasFact = parts.some(({ kind }) => kind === "fact");
    const plain = parts.filter(
      ({ kind, text }) => kind === "plain" && isLatinName(text) && wordsOf(text) <= 5,
    );
    // "Lördag 30 jan kl 18.00, Draken": behind the day and hour stands where.
    const isBehind =
      parts.at(-1) === plain[0] && parts.every(({ kind }, at) => kind === "fact" || at > 0);
    if (!isTitle && hasFact && plain[0])
      return named([plain[0].text], parts, isBehind && parts.length <= 3 && HAS_DAY.test(line));
  }
  return inTitle(read.find(({ isTitle }) => isTitle)?.line ?? "", isCity);
}

/** A line that begins with its day. */
const HAS_DAY = /^\P{L}*\p{L}{2,12}[.,]? \d{1,2}\.? \p{L}/u;

/** Houses that no work is named after. */
const HOUSE = /^(?:موزه|گالری|نگارخانه|فرهنگسرا(?:ی)?|تماشاخانه|کتابخانه|باشگاه فیلم)(?!\p{L})/u;

/** The venue that a title names: «هفته فیلم ژاپن، سینما گلستان». */
function inTitle(title: string, isCity: (part: string) => boolean): FoundVenue {
  const found = partsOf(title, isCity).filter(({ kind }) => kind === "venue");
  const names = found.flatMap(({ text }) => {
    const at = VENUE.exec(text)?.index ?? 0;
    const name = /[\u0600-\u06ff]/.test(text) ? text.slice(at).replace(/[«»]/gu, "") : text;
    return name.trim() === "" ? [] : [name.trim()];
  });
  const behind = /(?:^| )(?:در|توی) (\p{L}[\p{L}\u200c]*(?: \p{L}[\p{L}\u200c]*){0,2})$/u.exec(
    tidy(title),
  )?.[1];
  const name = names.at(-1) ?? (behind && !isCity(behind) ? behind : null);
  // «هفته فیلم ژاپن، سینما گلستان»: the name of a house on its own, behind a comma or line.
  const isHouse = names.length === 1 && name !== null && wordsOf(name) > 1 && beginsAsVenue(name);
  const isApart = found.length === 1 && found[0]?.text === name && tidy(title) !== name;
  // «گالری «آبان» برگزار می‌کند:», «موزه هنرهای معاصر»: a house alone on the line.
  const isAlone = isHouse && tidy(title).replace(/[«»]/gu, "") === name && HOUSE.test(name);
  return {
    name,
    address: null,
    isSure: isAlone || (isHouse && isApart) || title.endsWith(` @ ${name}`),
  };
}
