import type { IssueCode } from "../issue-table";
import { foldWords, wholeWord } from "../text/fold-words";
import { unitOf } from "./currency-words";
import { dayPhrases } from "./day-phrases";
import { type Amount, amountsOf } from "./price-amounts";
import { clockRuns, weakHours } from "./read-time";

/** The price that an announcement states, in the smallest unit that people name. */
export interface AnnouncedPrice {
  /** Null is not stated. */
  free: boolean | null;
  min: number | null;
  /** Equals `min` for one price; null where only the lowest is stated. */
  max: number | null;
  currency: string | null;
  findings: IssueCode[];
  /** The words that state it, as written. */
  words: string;
}

const LINE_MAX = 400;
/** Toman amounts below this are thousands: «۲۰۰ ت» is 200,000 toman. */
const THOUSANDS = 10_000;

const LABEL =
  /(?:💰|💵|💳|🎟|🎫)|(?<!\p{L})(?:قیمت(?: ?ها)?|بها(?:ی)?|بلی[تط](?: ?ها)?|هزینه|ورودی(?:ه)?|شهریه|نفری|مبلغ|سرمایه ?گذاری|price|tickets?|admission|cost|entry|fee|entrance|eintritt|cover|presale|door|early ?bird)(?!\p{L})/u;
/** Whether a line is about what else costs something: "Parking $20". */
const isOfParking = (line: string): boolean =>
  /^[^\p{L}]*(?:parking|valet|پارکینگ)(?!\p{L})/iu.test(line);
/** Amounts behind these are for something else. */
const OTHER_BEFORE =
  /(?:گواهی|گواهینامه|پیش ?پرداخت|certificate|face painting|parking|پارکینگ|بیعانه|deposit|prize|جایزه|جوایز|کاسه ?(?:ای)?|تخفیف|discount|minimum spend|raised|goal|کمک|rent|month|ارزش|worth|(?<!\p{L})سفارش(?! ?(?:آنلاین |اینترنتی )?بلی[تط])|(?<!\p{L})منو(?!\p{L})|لباس|کیت|مواد|کرایه)[^\d]{0,22}$/u;
/** «هزینه با مواد: …»: with it, the price is that of coming in. */
const INCLUDED =
  /(?:(?:هزینه|قیمت|شهریه|بها)(?: \p{L}+)? (?:با|به همراه|شامل)|با احتساب|including|incl\.?)(?!\p{L})[^\d\n]{0,24}$/u;
const isOfOther = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(at - 30, 0), at);
  return OTHER_BEFORE.test(before) && !INCLUDED.test(before);
};
const OTHER_AFTER = /^[^\d\n,،]{0,14}(?:تخفیف|discount|off(?!\p{L})|جایزه|prize|جریمه|\/ ?month)/u;
const OTHER_LINE =
  /برای فروش|فروش آثار|قیمت آثار|works? (?:are )?for sale|شماره کارت|card number|کارت به کارت|iban|شبا/u;
const BY_CHOICE = wholeWord(
  "همت عالی|به دلخواه|دلخواه|پرداخت آزاد|هر چقدر|هرچقدر|کمک(?:های)? (?:مردمی|نقدی|داوطلبانه)|donations?|pay what you (?:can|want|wish|like)|pay as you (?:can|wish|like)|pwyc|gold coin|suggested|sliding scale|spende|hat",
  "u",
);
const FREE =
  /(?<!\p{L})(?:رایگان(?:ه|ست| است)?|مجانی|بدون (?:هزینه|ورودی|بلی[تط](?! (?:مراجعه|وارد|امکان|پذیرش|اجازه))|پرداخت)|(?:بلی[تط]|ورودی|هزینه(?: ?ای)?) ندار(?:د|ه|یم)|vorood(?:i)? ?:? ?(?:azad|rayg[ae]n|raig[ae]n)|ray[e]?gan(?:e| ast)?|majani|entrée libre|entree libre|no entry fee|مهمون (?:ما|مایید|ماییم)|(?:ورود(?:ی|یه)?|حضور|شرکت|بازدید|تماشا|استفاده)(?: [\p{L} ]{0,24}?)? ?:? ?(?<!(?:دانشگاه|فضای|هوای|بحث|شنای|کشتی|سقوط|میدان|بازار|منطقه) )آزاد(?:ه|ست| است)?|آزاد (?:برای|و رایگان)|free(?! (?:chai|tea|coffee|drinks?|parking|food|wifi|snacks?|gifts?|shipping|trial|cancellation|spots?|to |time|style|popcorn|dessert|cocktail|welcome))|gratis|gratuite?|frei|fri entré|ücretsiz|ingresso libero|entrada libre|no (?:entry )?(?:fee|charge|cost|cover|tickets? needed|ticket required)|kostenlos|complimentary admission)(?!\p{L})/gu;
const SOME_BEFORE =
  /(?:feel|get|sugar|gluten|smoke|alcohol|barrier|under[- ]?\d*s?|kids|children|friends|vrienden|amis|kinder|kinderen|enfants|barn|mitglieder|leden|members|اعضا|students|stream|جلسه اول|همراه اول|همراه|کودکان|زیر \d+ سال|بچه ?ها|با سفارش|نوشیدنی|چای|پارکینگ|گواهی|پذیرایی|under \d+|\d+s)[^.\n;|]{0,12}$/u;
const SOME_AFTER =
  /^ with (?!no )\p{L}|^ ?(?:[–-] ?(?:de )?|(?:aux? )?moins de |unter |onder |under |pour les |für |voor )(?!alle|tous|everyone)(?:\d|\p{L})|^(?: (?:entry|admission|entrance))? ?(?:for|برای|جهت) (?!all|everyone|everybody|the public|همه|عموم|دانشجو)\p{L}/u;
/** A sentence that only says so. */
const FREE_ALONE =
  /(?:^|[.!,،|·–] ?)(?:completely |totally |entry )?(?:free|رایگان|ورود آزاد)(?: entry| admission)? ?(?:[.!,،|·–]|$)/u;
const FROM =
  /(?<!\p{L})(?:حداقل(?: [\p{L}]+){0,3}|minimum|از|from|ab|starting(?: at| from)?|شروع(?: قیمت)?(?: از)?)\s?(?:us|ca|au|a|c)?[€$£]?\s?$/u;
/** Prices that are about something, or for more or less than one visit of one person. */
const PER =
  /(?<!\p{L})(?:per (?!person|head|ticket|player|participant|p(?!\p{L}))\p{L}+|all (?:two|three|four|five|six|\d+)|table of|package|bundle|pass(?!\p{L})|about|approx|around|پکیج|دنگی|حدود|تقریب|هر میز|هر تیم|هر زوج|هر ماه|ماهی|ماهانه|ترمی|خانوادگی|rentals?)(?!\p{L})/u;
const HEAD_UNIT = /\(?(?:به )?(هزار|میلیون)? ?(تومان|تومن|ریال|toman|rials?)\)?\s*[:：]\s*(?=\d)/u;
const SCALED = /هزار|میلیون|میلیارد|(?<=\d ?)k(?!\p{L})|thousand|million/u;

const AGES =
  /(?:[–-] ?de|moins de|dès|unter|onder|under) \d{1,2}(?: (?:ans|jahren?|jaar|år))?|\d{1,2} (?:ans|jahren?|jaar)(?!\p{L})|(?:ages?|aged|kids|children) ?\d{1,2}(?: ?(?:–|-|to) ?\d{1,2})?\+?|\d{1,2} ?(?:تا|–|-|الی) ?\d{1,2} ?(?:سال|ساله)|(?:بالای|زیر) ?\d{1,2} ?سال|(?:under|over)[- ]\d{1,2}s?|\+\d{1,2}|\d{1,2}\+/gu;

/** Time until a refund: «تا ۷۲ ساعت عودت داده می‌شود». */
const REFUND =
  /(?:تا|طی|ظرف|within|in) \d{1,3}(?: ?(?:–|to|تا) ?\d{1,3})? (?:ساعت|روز|hours|(?:business |working )?days)(?!\p{L})/gu;
const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + " ".repeat(Math.max(to - from, 0)) + text.slice(to);

const HOUSE_NUMBER =
  /(?<![\d€$£])\d{1,5} (?!(?:euros?|usd|aud|cad|gbp|pounds?|dollars?|tomans?|per)(?!\p{L}))(?:\p{L}[\p{L}'’.]* ){1,3}(?:street|st|road|rd|avenue|ave|lane|square|blvd|way|drive|place)(?!\p{L})|(?:پلاک|واحد|طبقه|داخلی|منطقه) ?\d+/gu;
/** The line without its hours, days and telephone numbers. */
function withoutOthers(line: string, today: string): string {
  let rest = line.replace(/(?<!\d)(?:\+|00)?\d[\d\s()-]{8,}\d(?!\d)/gu, (digits) =>
    /[,.٬]/.test(digits) || digits.replace(/\D/g, "").length < 10
      ? digits
      : " ".repeat(digits.length),
  );
  for (const pattern of [AGES, REFUND])
    rest = rest.replace(pattern, (words) => " ".repeat(words.length));
  rest = rest.replace(/(?:https?:\/\/|www\.|[\w-]+\.[a-z]{2,})\S*|@[\w.]+/gu, (word) =>
    " ".repeat(word.length),
  );
  const { runs, rest: spoken } = clockRuns(rest);
  // Hours in words move what stands behind them, and are no figures of a price.
  for (const { from, to } of spoken.length === rest.length ? runs : []) {
    const isPrice = /^\s?(?:هزار|میلیون|تومان|تومن|ت(?!\p{L})|ریال|€|\$|£)/u.test(rest.slice(to));
    if (!isPrice) rest = blank(rest, from, to);
  }
  rest = rest.replace(HOUSE_NUMBER, (words) => " ".repeat(words.length));
  const { days, months } = dayPhrases(rest, today);
  for (const { from, to } of [...days, ...months]) rest = blank(rest, from, to);
  for (const { from, to } of weakHours(rest)) rest = blank(rest, from, to);
  return rest;
}

/** Figures that are amounts and no count, share or number of a card. */
const FIGURES =
  /(?<![\p{L}\d.,٬٫/])(?:\d{1,3}(?:[.,٬٫]\d{3})+|\d{2,7})(?![\d%٪]|[.,٫٬/]\d|\s?(?:درصد|%|نفر|جلسه|سال|صندلی|دقیقه|ساعت|روز|شب|عدد|people|seats|spots|places|min|sessions?|percent))/gu;

/** Whether a line of prices has figures that no price is read from. */
function hasUnread(rest: string, used: readonly Amount[]): boolean {
  const left = used.reduce((text, { from, to }) => blank(text, from, to), rest);
  return [...left.matchAll(FIGURES)].some(
    ({ index, 0: figure }) =>
      !isOfOther(left, index) && !OTHER_AFTER.test(left.slice(index + figure.length)),
  );
}

interface Priced {
  value: number;
  currency: string;
  isFrom: boolean;
  at: number;
  codes: IssueCode[];
}

/** Those whose price stands beside the usual one. */
const SOME_ONE = /دانشجو|کودک|بچه|student|child|kids|reduced|erm/u;

/** Whether an amount without a unit stands beside one of its size: "۱۸۰ تومن، دانشجویی ۱۲۰". */
function isBeside(amount: Amount, { value, from, to }: Amount, line: string): boolean {
  const size = value >= THOUSANDS && amount.value < THOUSANDS ? value / 1_000 : value;
  const gap = line.slice(Math.min(to, amount.to), Math.max(from, amount.from));
  return (
    amount.value >= Math.max(size / 10, 5) &&
    amount.value <= size * 10 &&
    gap.length <= 26 &&
    ((amount.value >= THOUSANDS && value >= THOUSANDS) ||
      !/^ ?\p{L}{3}/u.test(
        line
          .slice(amount.to)
          .replace(/^ ?(?:و|یا|and|or|to|تا|الی|هزار|میلیون|تومان|تومن|toman)(?!\p{L})/u, ""),
      )) &&
    (!/[|—]| – /u.test(gap) || SOME_ONE.test(gap))
  );
}

/** Amounts of a line that are prices of coming in, and whether figures beside them are unread. */
function pricesOf(
  line: string,
  { country, currency, today }: PriceContext,
): { prices: Priced[]; isUnread: boolean } {
  if (OTHER_LINE.test(line) || isOfParking(line)) return { prices: [], isUnread: false };
  const rest = withoutOthers(line, today);
  const head = HEAD_UNIT.exec(rest);
  const headUnit = head ? unitOf(head[2] ?? "", country) : null;
  const headScale = head?.[1] === "هزار" ? 1_000 : head?.[1] === "میلیون" ? 1_000_000 : 1;
  const all = amountsOf(rest, country).filter(
    ({ from, to, value, unit, isNegative }) =>
      value > 0 &&
      !isNegative &&
      (!head || from >= head.index + head[0].length) &&
      // «هزار دف»: a scale alone is a word.
      (unit !== null || !/^(?:هزار|میلیون|میلیارد)$/u.test(rest.slice(from, to).trim())) &&
      // "Family of four": words are numbers of people, except Persian prices.
      /[\d\u0600-\u06ff]/u.test(rest.slice(from, to).replace(/[۰-۹]/g, "")) &&
      /\d|[\u0621-\u06cc]{3}/u.test(rest.slice(from, to)) &&
      !isOfOther(rest, from) &&
      !OTHER_AFTER.test(rest.slice(to)),
  );
  const isRial = currency === "IRR";
  const isScaled = ({ from, to, unit }: Amount) =>
    SCALED.test(rest.slice(from, to)) && (isRial || unit !== null);
  const named = all.filter((amount) => amount.unit !== null || isScaled(amount));
  const hasLabel = LABEL.test(line);
  const usable =
    named.length > 0 || hasLabel || head
      ? all.filter((amount) => {
          if (amount.unit || isScaled(amount)) return true;
          if (head && amount.from > head.index) return true;
          if (!hasLabel && named.length === 0) return false;
          // Beside a price, a number of the same size is another: "دانشجویی ۱۲۰".
          return named.length > 0
            ? named.some((other) => isBeside(amount, other, rest)) &&
                !/[\p{L}]$/u.test(rest.slice(Math.max(amount.from - 1, 0), amount.from))
            : amount.value >= 5;
        })
      : [];
  const shared = named.find(({ unit }) => unit !== null)?.unit ?? headUnit;
  const prices = usable.map((amount): Priced => {
    const unit = amount.unit ?? shared;
    const own = unit?.currency ?? currency;
    const factor = unit?.factor ?? (own === "IRR" ? 10 : 1);
    const isWhole = isScaled(amount) || own !== "IRR" || factor === 1;
    const scale =
      head && !isScaled(amount) ? headScale : isWhole || amount.value >= THOUSANDS ? 1 : 1_000;
    const codes: IssueCode[] = unit === null && !isScaled(amount) ? ["unit-unclear"] : [];
    return {
      value: Math.round(amount.value * scale * factor * 100) / 100,
      currency: own,
      isFrom: FROM.test(rest.slice(Math.max(amount.from - 24, 0), amount.from)),
      at: amount.from,
      codes,
    };
  });
  return { prices, isUnread: prices.length > 0 && hasUnread(rest, usable) };
}

/** The clause of a line around an amount: "festival pass 60 €, single 11 €" has two. */
function clauseAround(line: string, at: number): string {
  const [before, after] = [line.slice(0, at), line.slice(at)];
  const from = Math.max(
    ...[", ", "، ", " / ", " | ", " · ", "; "].map((sign) => before.lastIndexOf(sign)),
  );
  const end = after.search(/[,،;] | [/|·] /u);
  return `${before.slice(Math.max(from, 0))}${end < 0 ? after : after.slice(0, end)}`;
}

interface PriceContext {
  country: string;
  /** The city's, for amounts without a unit. */
  currency: string;
  /** Day of the post. */
  today: string;
}

const NOT_STATED: AnnouncedPrice = {
  free: null,
  min: null,
  max: null,
  currency: null,
  findings: [],
  words: "",
};

/** Whether a line says that coming in is free, for all or for some. */
function freeIn(line: string): "all" | "some" | null {
  let found: "all" | "some" | null = null;
  for (const match of line.matchAll(FREE)) {
    const [before, after] = [line.slice(0, match.index), line.slice(match.index + match[0].length)];
    if (/(?:not|isn['’]t|غیر) ?$/u.test(before) || /^ ?نیست/u.test(after)) continue;
    if (SOME_BEFORE.test(before) || SOME_AFTER.test(after)) found ??= "some";
    else found = "all";
  }
  return found;
}

/**
 * Reads the price of an announcement: what is stated, lowest and highest; free only where it says
 * so.
 */
export function readAnnouncedPrice(text: string, context: PriceContext): AnnouncedPrice {
  const written = text.split("\n");
  const lines = written.map((line) =>
    foldWords(line, LINE_MAX).replace(/(?<=\d)،(?=\d{3}(?!\d))/g, ","),
  );
  const read = lines.map((line, place) => ({
    line,
    written: written[place] ?? "",
    ...pricesOf(line, context),
    free: freeIn(line),
  }));
  const prices = read.flatMap((one) => one.prices);
  const isFree = read.some(
    ({ free, line }) => free === "all" || /(?:^|[ ·|])[€$£]0(?![\d.,])/u.test(line),
  );
  const words = read
    .filter((one) => one.prices.length > 0 || one.free !== null || BY_CHOICE.test(one.line))
    .map((one) => one.written.trim())
    .join(" · ");
  if (
    lines.some((line) => BY_CHOICE.test(line) && (LABEL.test(line) || prices.length > 0 || !isFree))
  )
    return { ...NOT_STATED, words, findings: ["price-by-choice"] };
  const [first] = prices;
  // "Free! … Ash reshteh $8": what is sold inside is no entry.
  const isSold = isFree && !read.some((one) => one.prices.length > 0 && LABEL.test(one.line));
  if (first && isSold && read.some(({ line, free }) => free === "all" && FREE_ALONE.test(line)))
    return { ...NOT_STATED, words, free: true, min: 0, max: 0, findings: ["free-or-not"] };
  if (!first)
    return isFree
      ? { ...NOT_STATED, words, free: true, min: 0, max: 0 }
      : {
          ...NOT_STATED,
          words,
          findings: read.some(
            ({ free, line }) =>
              free === "some" ||
              (LABEL.test(line) && /\d{2}/.test(withoutOthers(line, context.today))),
          )
            ? ["unreadable-price"]
            : [],
        };
  const same = prices.filter(({ currency }) => currency === first.currency);
  // An hour before a price is none: "21 – 450".
  const most = Math.max(...same.map(({ value }) => value));
  const values = same
    .map(({ value }) => value)
    .filter((value) => value * 20 > most || most < 1_000);
  const isOpen = same.length === 1 && first.isFrom;
  const findings: IssueCode[] = same.flatMap(({ codes }) => codes);
  if (isFree) findings.push("free-or-not");
  const lowest = Math.min(...values);
  const isPer = read.some((one) =>
    one.prices.some(({ at, value }) => value === lowest && PER.test(clauseAround(one.line, at))),
  );
  // "$480 for all or $135 per class": the range shows both.
  if (isPer) findings.push(lowest < Math.max(...values) ? "several-prices" : "unused-words");
  if (read.some(({ isUnread }) => isUnread)) findings.push("unused-words");
  // "Kids under 14 free": an exception, no doubt about what the others pay.
  if (read.some(({ free }) => free === "some")) findings.push("several-prices");
  if (same.length < prices.length) findings.push("other-currency");
  return {
    free: false,
    min: lowest,
    max: isOpen ? null : Math.max(...values),
    currency: first.currency,
    findings: [...new Set(findings)],
    words,
  };
}
