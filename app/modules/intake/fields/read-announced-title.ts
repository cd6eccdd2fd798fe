import { cleanLine } from "../../../lib/text/clean-text";
import { foldWords } from "../text/fold-words";
import { INVITES, isNewsAlone, nameIn } from "./announced-names";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern } from "./calendar-words";
import { dayPhrases } from "./day-phrases";
import { beginsAsVenue } from "./read-announced-venue";
import { showingTokens } from "./showing-tokens";

/** The title of an announcement, and the line that it comes from. */
export interface AnnouncedTitle {
  title: string | null;
  line: number;
}

const LABEL = /^(?:عنوان|نام (?:برنامه|رویداد)|title|event|what)\s*[:：]\s*/iu;
/** Lines that lead to an announcement and name nothing. */
const LEADING =
  /^(?:سلام|دوستان|دوستداران|همراهان|هنردوستان|علاقه ?مندان|درود|با سلام|به نام|یادآوری|اطلاعیه|اطلاعيه|توجه|خبر|مژده|bache ?h?a(?!\p{L})[^\p{L}]*$|correction(?!\p{L})|refunds?(?!\p{L})|فوری|اصلاحیه|تصحیح|salam(?!\p{L})|(?:لایو|پخش زنده)(?: اینستاگرام(?:ی)?)?(?: (?:امشب|فردا(?: شب)?))?[^\p{L}]*$|قابل توجه|ظرفیت محدود|لغو (?:اجرا|برنامه|شد)|تغییر (?:زمان|مکان|تاریخ|ساعت|سانس)|تمدید(?: شد)?|سانس فوق ?العاده|sold ?out|only \p{L}+ (?:nights?|shows?|performances?)|last (?:nights?|shows?|performances?)|آخرین اجرا(?:ها)?|ثبت ?نام[^:：\n]{0,60}(?:شروع|آغاز) ?(?:شد|گردید|کرد)|فقط \d{1,2} (?:شب|روز|اجرا)[^\p{L}]*$|one night only|(?:second|extra|another) (?:show|date)s? added[!.]*(?: by popular demand[!.]*)?$|by popular demand|(?:\p{L}+ )?(?:fam|folks|peeps)(?!\p{L})|hello|hi (?:all|everyone)|dear|on stage(?: (?:this|in) \p{L}+)?[^\p{L}]*$|new (?:exhibition|show|play|production|concert)[^\p{L}]*$|now (?:showing|on view)[^\p{L}]*$|(?:new|now) (?:at|in) [^:–—"“«]*$|attention|important|update|reminder|good news|last chance|save the date|new date|venue change|the (?:venue|date|time|place|location) (?:has|is|was)|change of|postponed|cancell?ed)/iu;
const DETAIL =
  /^(?:[📅📆🗓⏰⏱🕐-🕧⌚📍📌🏛🏢💰💵💳🎟🎫📞☎🔗👉]|(?:تاریخ|زمان|ساعت|مکان|محل|آدرس|نشانی|قیمت|بلی[تط]|هزینه|بها|رزرو|ثبت ?نام|تلفن|کارگردان|نویسنده|بازیگران|سخنران(?:ان)?|مدرس|خواننده|رهبر|آهنگساز|director|cast|speakers?|date|time|when|where|venue|location|tickets?|price|admission|doors?|entry|ages?)\s*[:：])/iu;
const SIGNS =
  /\p{Extended_Pictographic}|\uFE0F|\u200D(?=\p{Extended_Pictographic})|[\u{1F3FB}-\u{1F3FF}]|[\u{1F1E6}-\u{1F1FF}]/gu;
const MARKS = /^(?:[\s\-–—•▪▫◾◽♦*#|:.!؛،✅☑]|\uFE0F|🔸|🔹)+|[\s\-–—•|:،؛✅☑]+$/gu;
const QUOTED = /[«“"]([^«»“”"]{2,100})[»”"]/u;

const plain = (line: string): string =>
  cleanLine(
    line
      .replace(SIGNS, " ")
      .replace(/_/g, " ")
      .replace(/(?<=\s)#(?=\p{L})/gu, "")
      .replace(LABEL, ""),
  )
    .replace(MARKS, "")
    .trim();

/** Words for kinds of events that belong to a name. */
const KIND =
  /(?<!\p{L})(?:کنسرت|نمایش|ورکشاپ|کارگاه|شب شعر|فیلم|نشست|نمایشگاه|جشنواره|concert|workshop|play|exhibition)(?!\p{L})/giu;

const DAY_NAMES =
  "(?:یک|دو|سه|چهار|پنج)?[ \\u200c]?شنبه|جمعه|(?:Mon|Tue|Tues|Wed|Wednes|Thu|Thurs|Fri|Sat|Satur|Sun)(?:day)?|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag";
const MONTHS = monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS);
/** Where a day begins within a title: "Winter coat drive Sunday December 6, 12–4 PM". */
const DAY_WITHIN = new RegExp(
  `\\s+(?:(?:on|روز)\\s+)?(?:(?:${DAY_NAMES})[،,]?\\s+)?(?:[\\d۰-۹]{1,2}(?:st|nd|rd|th)?(?:\\s*(?:و|تا|الی|,|،|–|-|&|and|to)\\s*[\\d۰-۹]{1,2})*\\.?\\s*(?:${MONTHS})|(?:${MONTHS})\\s+\\d{1,2}|[\\d۰-۹]{1,2}\\.[\\d۰-۹]{1,2}\\.)(?!\\p{L})`,
  "iu",
);

/** A title up to the day that it states, if a name stands before it. */
function beforeDay(title: string): string {
  const at = DAY_WITHIN.exec(title)?.index ?? -1;
  const name = title.slice(0, Math.max(at, 0));
  return nameIn(name).replace(/ /g, "").length >= 6
    ? name.replace(
        /(?:[\s,،(–-]|(?<!\p{L})(?:روز|این|on|از|تا|from|until|du|vom|bis|originally|previously))+$/u,
        "",
      )
    : title;
}

/** Whether a text names something beside days, hours and prices. */
const isNamed = (text: string): boolean => nameIn(text).replace(/ /g, "").length >= 6;

/** A title without the clauses behind it that state a day, hour or price: "…, every Sunday at 17:00". */
function withoutFacts(title: string, isFact: (part: string) => boolean): string {
  for (const { index } of title.matchAll(/[،,]\s+|(?<=[.!؟?])\s+/gu)) {
    const [head, clause = ""] = [
      title.slice(0, index),
      title.slice(index).split(/(?<=[،,.!])\s/u)[1],
    ];
    // «اکران «پرویز، ساعت ۲۵»»: a part of the name.
    const isQuoted = /[«“][^»”]*$/u.test(head);
    if (!isQuoted && isNamed(head) && isFact(clause) && !isFact(head)) return head;
  }
  return title;
}

/** A title behind the day or hour that leads to it: "Opening Friday 22 Jan, 5–8pm: Letters". */
function behindFact(title: string, isFact: (part: string) => boolean): string {
  const at = /(?<!\d)[:：]\s/u.exec(title)?.index ?? -1;
  const name = title.slice(at + 1).trim();
  return at > 0 &&
    isFact(title.slice(0, at)) &&
    !isNamed(title.slice(0, at)) &&
    !isFact(name) &&
    isNamed(name)
    ? name
    : title;
}

/** A clause before what a notice is about: "Due to illness, the …", «متأسفانه …». */
const REASON =
  /^(?:(?:due to|because of|owing to|as a result of|unfortunately|sadly|regrettably|we (?:regret|are sorry)|with (?:great )?(?:regret|sadness))[^,\n]{0,60},\s+(?:we have (?:had )?to \p{L}+ )?(?:(?:the|our)\s+)?|(?:متأسفانه|متاسفانه|با کمال تأسف|با عرض پوزش)[،,]?\s+(?:به (?:دلیل|علت|خاطر)[^،\n]{2,60}،\s*)?|(?:به (?:دلیل|علت|خاطر)|با توجه به|پیرو)[^،,\n]{2,60}[،,]\s+)/iu;

/** News before the reason: "UPDATE Due to the heat, …". */
const NEWS_OF_REASON =
  /^(?:update|notice|attention|important|news)[\s:!–—-]+(?=(?:due to|because of|owing to|unfortunately|sadly|we regret)(?!\p{L}))/iu;

/** A status before the name: «تکمیل ظرفیت ✅ کارگاه …», "SOLD OUT: …". */
const STATUS_FIRST =
  /^(?:تکمیل ظرفیت|ظرفیت تکمیل(?: شد)?|سانس فوق[\s\u200c]?العاده|لغو شد)[\s:!–—-]+(?=\p{L}{2}|[«“"])|^(?:sold ?out|postponed|cancell?ed|rescheduled|new date(?: announced)?)\s?[:!–—-]\s*(?=\p{L}{2}|[«“"])/iu;

/** News before the name: "UPDATE: the …", "Tomorrow's …"; not "Today's Iran: a panel". */
const NEWS_FIRST =
  /^(?:(?:update|reminder|news)\s*[:!–—-]\s*(?:the\s+)?(?=\p{L}))?(?:(?:tonight|tomorrow|today)['’]s\s+(?=[^:,–—]*(?<!\p{L})(?:concert|show|talk|lecture|screening|film|play|performance|workshop|class|reading|session|walk|hike|event|party|has|have)(?!\p{L})))?/iu;
/** Facts of a work in brackets behind its name: "(dir. M. Haghighi, 2026, 94 min)". */
const OF_WORK = /\s*\((?=[^()]*(?:dir\.|directed by|کارگردان))[^()]*\)\s*$/iu;
/** What became of it, behind the name: "… moves from X to Y". */
const MOVED =
  /^((?!how |why |when ).{8,}?) (?:(?:has|have) (?:been )?moved|(?:is|are) (?:moving|now) (?:from|to|at)|moves (?:from .+ to|indoors)|has been (?:cancell?ed|postponed))(?!\p{L}).*$/iu;

/** A title without what a line says of time, price and place behind it. */
function cutTitle(written: string, today: string): string {
  const line = written
    .replace(STATUS_FIRST, "")
    .replace(NEWS_OF_REASON, "")
    .replace(REASON, "")
    .replace(NEWS_FIRST, "")
    .replace(OF_WORK, "")
    .replace(/ (?:this|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day[\s!.]*$/iu, "")
    .replace(MOVED, "$1")
    .replace(/ که (?:قرار بود|(?:روز|در تاریخ|امشب|فردا)(?= [^«»]*\d)(?![^«]*»))(?!\p{L}).*$/u, "");
  const parts = line.split(/\s+[|·]\s+|\s[–—-]\s|(?<=[!?؟])\s+(?=\d)/u);
  const isFact = (part: string) => {
    const folded = foldWords(part, 200);
    return (
      dayPhrases(folded, today).days.length > 0 ||
      /\d{1,2}:\d\d|(?<!\p{L})(?:ساعت|تومان|تومن|رایگان|free entry|\d ?[ap]m)(?!\p{L})/u.test(
        folded,
      )
    );
  };
  // "Saturday 13th March – NOWRUZ CONCERT": the day stands before the name.
  const [first = ""] = parts;
  const named = parts.findIndex((part) => !isFact(part) && isNamed(part));
  const from = isFact(first) && !isNamed(first) ? Math.max(named, 0) : 0;
  const end = parts.findIndex((part, place) => place > from && isFact(part));
  const kept =
    end > 0 || from > 0 ? parts.slice(from, end < 0 ? undefined : end).join(" – ") : line;
  return beforeDay(behindFact(withoutFacts(kept, isFact), isFact))
    .replace(/[«»“”]/gu, "")
    .replace(/(?<!\w)"|"(?!\w)/g, "")
    .trim();
}

/** Reads the title: a labelled one, else the first line that is no greeting and no detail. */
export function readAnnouncedTitle(lines: readonly string[], today: string): AnnouncedTitle {
  const labelled = lines.findIndex((line) => LABEL.test(line.replace(SIGNS, "").trim()));
  if (labelled >= 0)
    return { title: cutTitle(plain(lines[labelled] ?? ""), today), line: labelled };
  const candidates = lines.flatMap((line, place) => {
    const text = plain(line);
    const isTags = /^(?:[#@][^\s#@]+\s*)+$/u.test(line.trim());
    // «#نمایش #هملت_در_بازار» may be the heading.
    const isHeading = place === 0 && /#[^\s#@_]+_/u.test(line);
    if (!/\p{L}{2}/u.test(text) || (isTags && !isHeading)) return [];
    const spoken = text.replace(/\u200c/g, " ");
    const isLeading = LEADING.test(spoken) || INVITES.test(spoken) || isNewsAlone(text, true);
    const isDay = /[\d۰-۹]/u.test(text) && nameIn(text).replace(/ /g, "").length < 3;
    return [{ text, place, isDetail: isDay || DETAIL.test(line.trim()), isLeading }];
  });
  const named = candidates.find(
    ({ isDetail, isLeading, text }) => !isDetail && (!isLeading || QUOTED.test(text)),
  );
  const first = named ?? candidates[0];
  if (!first) return { title: null, line: -1 };
  const inQuotes = QUOTED.exec(first.text);
  const isPlace = inQuotes !== null && isPlaceQuoted(first.text, inQuotes);
  const quoted = isPlace ? undefined : inQuotes?.[1];
  const hosted = HOSTED.exec(first.text)?.[1];
  if (hosted && !GUESTS.test(hosted))
    return { title: cleanLine(hosted.replace(/[«»]/gu, "")), line: first.place };
  // «گالری «ایوان» … با عنوان», "The Loft presents": what follows is the name.
  const work = isPlace || PRESENTS.test(first.text) ? lines.slice(first.place + 1) : [];
  const below = work.findIndex((line) => NAME_LINE.test(line));
  if (below >= 0 && below < 3)
    return {
      title: cleanLine(NAME_LINE.exec(work[below] ?? "")?.[1] ?? ""),
      line: first.place + 1 + below,
    };
  // In a sentence, the name is what stands in quotes.
  if (
    quoted &&
    (first.text.length > 90 || first.isLeading || NOTICE.test(first.text.replace(/\u200c/g, " ")))
  ) {
    const before = first.text.slice(0, first.text.indexOf(quoted));
    // "…: Konzert mit dem Frauenchor „Banoo“ in der Kirche": those who play are a part of the name.
    const clause = before.split(/[:.!?]\s/u).at(-1) ?? "";
    if (OF_PLAYERS.test(before) && isNamed(clause))
      return { title: cleanLine(`${clause}${quoted}`.replace(/[«“"]/gu, "")), line: first.place };
    const kind = kindBefore(before);
    const group = /(?:گروه|فیلم|کتاب)\s*[«“"]$/u.exec(before)?.[0].replace(/[\s«“"]+$/u, "");
    const words = [kind, group === kind ? undefined : group, quoted].filter(Boolean);
    return { title: cleanLine(words.join(" ")), line: first.place };
  }
  const own = cutTitle(first.text, today);
  const name = quoted ? null : nameBehind(lines, first.place);
  return { title: cleanLine(name === null ? own : `${own}: ${name}`) || null, line: first.place };
}

/** Words before the quoted name of those who play. */
const OF_PLAYERS =
  /(?:chor|ensemble|orchester|quartett|koor|orkest|kör|orkester|chœur|choir|orchestra|quartet|band|trio)\s*[«“"]$/iu;

/** The kind of an event before its quoted name, with the few words between: «نشست نقد رمان». */
function kindBefore(before: string): string | undefined {
  const kinds = [...before.matchAll(KIND)];
  const review = kinds.find(({ index }) =>
    /^\p{L}+ (?:نقد|معرفی|رونمایی|review)/u.test(before.slice(index)),
  );
  const words = review ? before.slice(review.index).replace(/[\s«“"]+$/u, "") : "";
  return words !== "" && words.split(" ").length <= 6 ? words : kinds.at(-1)?.[0];
}

/** A sentence about what became of an event, more than its name. */
const NOTICE =
  /(?<!\p{L})(?:لغو|منتقل|تمدید|موکول|برگزار|اجرا|آغاز|شروع|کنسل|عوض|جابه ?جا) (?:شد|می ?شود|گردید|نمی ?شود|نخواهد شد)|(?<!\p{L})تغییر (?:کرد|یافت|می ?کند)(?!\p{L})|^به اطلاع/u;
/** The name of a work, alone in quotes on its line. */
const NAME_LINE = /^[^\p{L}\p{N}«"“]*[«“"]\s*([^«»“”"]{2,100}?)\s*[»”"][^\p{L}\p{N}]*$/u;
const PRESENTS = /(?:(?:با|تحت) عنوان|به نام|تقدیم می[ \u200c]?کند|presents)\s*[:：]?$/iu;
/** «کافه «هزار» میزبان شب شعر است»: what it hosts. */
const HOSTED = /(?<!\p{L})میزبان (\p{L}[^.،؛!\n]{4,70}?) (?:است|هستیم|خواهد بود|می[ \u200c]?شود)/u;

/** Those whom a host welcomes: «میزبان شما عزیزان هستیم». */
const GUESTS =
  /(?<!\p{L})(?:شما|حضور|نگاه|علاقه[ \u200c]?مندان|مهمان|میهمان|هنردوستان|مخاطبان|دوستداران)/u;
/** Words for a kind of house that are kinds of works too. */
const ALSO_WORK = /^(?:opera|musical|theat(?:re|er)|oper|théâtre|teater|تئاتر|تاتر)$/iu;

/** Whether the quoted words are where: «در «پلاتو مهر»», «تماشاخانه «پرتو»». */
function isPlaceQuoted(text: string, { index, 0: quoted }: RegExpExecArray): boolean {
  const before = text.slice(0, index).trimEnd();
  const [word = "", ...others] = before.split(" ").reverse();
  // «نمایش خانه «برناردا آلبا»»: a house within a title.
  const isFirst = others.every((other) => !/\p{L}/u.test(other));
  return (
    /^(?:در|توی|به|at)$/u.test(word) ||
    (word !== "" && isFirst && beginsAsVenue(word) && !ALSO_WORK.test(word)) ||
    (beginsAsVenue(quoted.slice(1)) &&
      /^ ?(?:میزبان|تقدیم|برگزار|با (?:احترام|افتخار))/u.test(text.slice(index + quoted.length)))
  );
}

/** The name of the work where the first line says only what it is: a quoted line, or a topic. */
function nameBehind(lines: readonly string[], place: number): string | null {
  for (const line of lines.slice(place + 1, place + 3)) {
    const text = plain(line);
    const topic = /^(?:موضوع|topic|subject)\s*[:：]\s*(.{3,100})$/iu.exec(text)?.[1];
    const quoted =
      /^(?:این (?:هفته|ماه|بار)\s*[:：]\s*)?(?:\p{L}[\p{L}\u200c]* ){0,4}[«“"]([^«»“”"]{2,100})[»”"](?: (?:by|nach|von|after|اثر|نوشته|کاری از) [\p{L} .]{2,40})?$/u.exec(
        text,
      );
    if (topic) return topic;
    if (quoted) return text.replace(/^این \p{L}+\s*[:：]\s*|[«»“”"]/gu, "");
  }
  return null;
}

const MARK = /^(?:[^\p{L}\p{N}«"“(]|\uFE0F)*(?:[\d۰-۹]{1,2}(?:[.)]|\s?[-–])\s+)?/u;

const isFact = (part: string): boolean => nameIn(part).replace(/ /g, "").length < 3;

/** The parts of an item's line that are names: of the event first, then of its place. */
function namesOf(line: string): string[] {
  return line
    .replace(MARK, "")
    .split(
      /\s+[|/]\s+|\s[–—-]\s|[—|]|[،,](?=\s)|[:：](?=\s)|\s*(?:[⬅➡☑✅]|\p{Extended_Pictographic})\uFE0F?\s*|(?<=\d{2}|[.])\s(?=[«"“\p{Lu}])/u,
    )
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part) && !isFact(part));
}

const LEADING_DAY = new RegExp(
  `^(?:(?:${DAY_NAMES})[.,،]?\\s+)?(?:[\\d۰-۹]{1,2}(?:st|nd|rd|th|\\.)?\\s*(?:${MONTHS})|(?:${MONTHS})\\s+[\\d۰-۹]{1,2}|[\\d۰-۹]{1,2}\\.[\\d۰-۹]{1,2}\\.)(?!\\p{L})[\\s:،,–—-]*`,
  "iu",
);

/** The name of an item: the part of its line that is neither day, hour, place nor price. */
export function itemTitle(line: string): string {
  const signed = line.replace(/^[^\p{L}\p{N}«"“(]+/u, "");
  const behind = signed.replace(LEADING_DAY, "");
  // "12 Feb Berlin": what follows the day of an item is its name.
  const isLed = behind !== signed && /\p{L}{2}/u.test(behind);
  const bare = isLed ? behind : line.replace(MARK, "");
  const quoted = /(?:[\p{L}\u200c]+ ){0,2}[«“"]([^«»“”"]{2,80})[»”"]/u.exec(bare);
  const parts = namesOf(bare);
  // «گالری ایوان / «باغ بی‌برگی»»: the place leads.
  const others = parts.filter((part) => !beginsAsVenue(part));
  const [name, more] = others.length > 0 ? others : parts;
  if (quoted && !name?.includes(quoted[1] ?? "")) return quoted[0];
  // "Cooking class: Ghormeh Sabzi": a colon within the name.
  const whole = name && more ? `${name}: ${more}` : null;
  return (whole !== null && bare.includes(whole) ? whole : name) ?? quoted?.[0] ?? bare;
}

/** Longest title that is hardly a sentence, characters. */
const TITLE_LIKELY = 80;

/** Whether a title is a day, an hour, a label or a greeting more than a name. */
export function isDoubtfulTitle(
  title: string,
  context: { today: string; country: string },
): boolean {
  return (
    title.length > TITLE_LIKELY ||
    isNewsAlone(title) ||
    INVITES.test(title.replace(/\u200c/g, " ")) ||
    /[.؟?!:].+\p{L}.*[.؟?!:]$/u.test(title.replace(/(?<= \p{L})\.$/u, "")) ||
    showingTokens(title, context).days.length > 0 ||
    /\d:\d\d|ساعت \d|\d ?[ap]m(?!\p{L})/u.test(foldWords(title)) ||
    nameIn(title).replace(/ /g, "").length < 2 ||
    / \p{L}{2}\.$/u.test(title) ||
    /(?<!\p{L})(?:has changed|will be|have been|has been|is back|مشخص شد|عوض شد|تغییر (?:کرد|یافت)|شروع شد|آغاز شد)(?!\p{L})/iu.test(
      title.replace(/\u200c/g, " "),
    ) ||
    /^(?:thanks?(?!giving)|ممنون|مرسی|سپاس|با تشکر|due to|because|unfortunately|sadly|we |i['’]?m |به (?:دلیل|علت|خاطر|اطلاع)|با توجه|متا?أ?سفانه|برنامه بعدی|دوستان|سلام|next|hi|hello|dear|join us|update|اطلاعیه|توجه|خبر)(?!\p{L})/iu.test(
      title,
    ) ||
    /^(?:نفری|بلی[تط]|قیمت|هزینه|رزرو|ثبت ?نام|ورودی|تلفن|تماس|tickets?|price|book(?= (?:now|via|your|here|tickets?|at)))(?!\p{L})/iu.test(
      title,
    )
  );
}
