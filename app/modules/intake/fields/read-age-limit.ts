import type { IssueCode } from "../issue-table";
import { foldWords } from "../text/fold-words";
import { NUMBER_NAMES } from "./number-words";

/** Longest line that an age is looked for in, characters. */
const LINE_MAX = 480;

/** The lowest age that a text states, years; null for none. */
export interface ReadAge {
  value: number | null;
  findings: IssueCode[];
}

/** Ages that concern prices of some, months, or years of something else: "ab 20 Jahren Bandgeschichte". */
const OF_OTHERS =
  /(?:under|زیر|below|کمتر از)[^\d\n]{0,8}\d+|\d+ ?(?:تا|–|-|الی) ?\d+ ?(?:ماه(?:ه|گی)?|months?)(?!\p{L})|\d+ ?(?:–|-|تا) ?\d+[^\n]{0,14}(?:half price|نیم ?بها|free|رایگان)|(?<!\p{L})(?:from|ab|dès|à partir de|vanaf|v\.? ?a\.?|fra|från) \d{1,2} (?:years|yrs|jahren?|ans|jaar|år) (?=(?!old|of age|alt|geeignet|empfohlen|zugelassen|frei|and|und|on|only|nur)\p{L})|(?<!\p{L})(?:kinder|kids|children|enfants)[^\d\n]{0,8}\d{1,2}(?: \p{L}+)? ?[:,–-]? ?(?=(?:€|£|\$) ?\d|\d+(?:[.,]\d\d)? ?(?:€|£|\$|eur))/gu;
const PATTERNS: readonly RegExp[] = [
  /(\d{1,2}) ?سال(?:ه)? به ?بالا/u,
  /(?:رده|رنج|محدودیت|محدوده|گروه|شرط|شرایط)(?:ی)? ?سنی[^\d\n]{0,20}(\d{1,2})/u,
  /(?:بالای|بزرگ ?تر از|از|حداقل|مثبت)(?: سن)? ?\+?(\d{1,2}) ?(?:سال|\+)/u,
  /(?<!\p{L})سن(?: \p{L}+){0,2} ?: ?\+?(\d{1,2})(?!\d)/u,
  /(?<!\p{L})(?:fsk|usk|bbfc|pg)[ -]?(\d{1,2})(?!\d)/u,
  /(?<!\p{L})(?:from|ab|dès|à partir de|vanaf|v\.? ?a\.?|fra|från) (\d{1,2}) (?:years|yrs|jahren?|ans|jaar|år)(?!\p{L})/u,
  /(?<!\p{L})(\d{1,2}) sal(?:eh?)? be bala(?!\p{L})|(?<!\p{L})(?:hadaghal|sen(?:n|[- ]?[ie])?)(?: sen(?:n|[- ]?[ie])?)? ?:? ?\+?(\d{1,2})(?= ?(?:sal|be|\+))/u,
  /(?<![\d.,:/])\+ ?(\d{1,2})(?![\d.,:/])(?! ?(?:\d|€|\$|هزار))/u,
  /(?<![\d.,:/€$£])(\d{1,2})(?:\+(?!\d)| \+(?! ?[\p{L}\d])| ?(?:yrs?|years?|y\/o) ?\+)/u,
  /(?<!\p{L})(?:ages?|aged|kids|children|min(?:imum|\.)? age|age limit|ab)(?!\p{L})[^\d\n€$£]{0,10}(\d{1,2})(?![\d:.,])(?! ?(?:uhr|€|\$))/u,
  /(?<!\p{L})over (\d{1,2})(?:s|\p{P}|$| only)/u,
  /(?:ویژه(?:ی)?|مناسب(?: برای)?|برای|سن(?:ین)?|کودکان|بچه ?های|نوجوانان?)[^\d\n]{0,14}(\d{1,2}) ?(?:تا|–|-|الی) ?\d{1,2} ?(?:سال|ساله)/u,
  /(?<![\d.,:/])(\d{1,2}) ?(?:تا|–|-|الی) ?\d{1,2} ?سال(?:ه|گان)?/u,
  /(?<![\d.,:/])(\d{1,2})(?: years?)? (?:and|or|&) (?:up|over|older|above)(?!\p{L})/u,
];
const NONE = /(?:رده|محدودیت)(?:ی)? ?سنی ?(?:ای ?)?(?:ندارد|نداریم|ندارن)|all ages|همه ?ی? سنین/u;

/** In brackets behind a price: of those who pay it. */
const OF_A_PRICE =
  /(?:\d ?[€$£]|[€$£] ?\d|aed|تومان|تومن)[^\n(]*\([^)\n]*\d{1,2} ?(?:\+|سال)[^)\n]*\)/u;
/** Those who may not come in: «ورود کودکان زیر ۷ سال ممنوع», «زیر ۱۶ سال نداریم», "no under 16s". */
const KEPT_OUT =
  /(?:زیر|کمتر از) ?(\d{1,2}) ?سال(?:ه(?: ?ها)?)?(?: (?:رو|را))?(?: (?:ورود|راه|پذیرش))? ?(?:نداریم|ندارد|نداره|نمی ?د(?:هیم|یم)|نمی ?پذیریم)(?!\p{L})|(?:زیر|کمتر از) ?(\d{1,2}) ?سال(?:(?!بلی[تط]|هزینه|وجه|پول|ورودی|مبلغ)[^\n]){0,30}(?:ممنوع|مجاز نیست|مجاز نمی|مناسب نیست|نمی ?شود|نمیشه|نمی ?توانند|معذور|خودداری)|(?<!\p{L})no (?:one |children |kids |entry (?:for )?|admission (?:for )?)?(?:under|below)[- ]?(\d{1,2})|(?<!\p{L})(?:not (?:suitable|recommended|appropriate) for|unsuitable for) (?:those |anyone |people |children |kids |viewers )?(?:aged )?(?:under|below)(?: the age of)?[- ]?(\d{1,2})|(?<!\p{L})(?:under|below)[- ]?(\d{1,2})s? (?:(?:are |will )?not (?:be )?(?:admitted|allowed|permitted)|cannot (?:enter|attend))/u;
/** Of those who come with somebody, or pay nothing: no limit. */
const WITH_OTHERS =
  /accompan|with (?:an? )?(?:adult|parent|guardian)|همراه|والدین|بزرگ ?تر|مهما?[نو]|بلی[تط]|هزینه|وجه|پول|ورودی|ticket|pay|charge|entry fee/u;
/** Younger people of whom something is said that was not read. */
const YOUNGER = /(?<!\p{L})(?:زیر|کمتر از|under|below)[- ]?\d{1,2}(?:s(?!\p{L})| ?سال)/u;

/** Reads the age from which people may come: "21+ only", «رده سنی: +۱۵», "ages 12 and up". */
export function readAgeLimit(text: string): ReadAge {
  const lines = text.split("\n").map((line) => foldWords(line, 400));
  const isSome = lines.some((line) => new RegExp(OF_OTHERS.source, "u").test(line));
  for (const written of lines) {
    const line = written.replace(OF_OTHERS, (words) => " ".repeat(words.length));
    if (NONE.test(line)) return { value: null, findings: [] };
    const barred = KEPT_OUT.exec(written)?.slice(1).find(Boolean);
    if (barred) return { value: Number(barred), findings: [] };
    for (const pattern of PATTERNS) {
      const [, digits, other] = pattern.exec(line) ?? [];
      const value = Number(digits ?? other ?? Number.NaN);
      if (value >= 2 && value <= 30)
        return { value, findings: isSome || OF_A_PRICE.test(line) ? ["unused-words"] : [] };
    }
  }
  return { value: null, findings: [] };
}

/** The line of a text that states the age; null for none. */
export const ageLine = (text: string): string | null =>
  text.split("\n").find((line) => readAgeLimit(line).value !== null) ?? null;

const AGE = `(?:[1-9]|1\\d|2[01]|${NUMBER_NAMES})`;
const AGES = new RegExp(
  [
    `(?<![\\d.,:/\\p{L}])${AGE}(?:\\+| ?سال(?:ه|گی|گان)? ?(?:به بالا|تمام|به بعد|و بالاتر)| ?(?:تا|الی|–|-|to) ?\\d{1,2}[ -]?(?:سال|years?|yrs?|jahre)|(?:[ -](?:years?|yrs?|jahre))? (?:and|or|&|und) (?:over|older|above|up|älter)| ?yrs? ?\\+| ?y\\/o| sal(?!\\p{L}))`,
    `(?:\\+ ?|(?<!\\p{L})(?:بالای|حداقل|over|ages?|aged|from|for|für|pour|voor|ab|dès|de|vanaf|v\\.? ?a\\.?|fra|från) )${AGE}(?: ?(?:سال|years?|yrs?|jahre|jaar|ans|år)|s(?!\\p{L}))`,
    `(?<!\\p{L})(?:ages?|aged|minimum age|kids|children)[^\\p{L}\\d]{1,4}\\d{1,2}(?![\\d:.,])`,
    "(?:رده|شرط|محدودیت|محدوده) ?(?:ی )?سنی(?! ?(?:ندارد|نداریم))|(?<!\\p{L})(?:adults only|بزرگسالان|no (?:children|kids|minors)|مناسب کودکان نیست|parental guidance|pg-?1\\d)(?!\\p{L})",
  ].join("|"),
  "u",
);
/** Between the clauses of a line. */
const CLAUSE = /[.!؛;|•،,()/]\s|\s[–—-]\s/u;
/** What a price is of, which is no age of the event: "under 6s free". */
const OF_PRICE = /رایگان|free|نیم ?بها|half|discount|تخفیف|[€$£]|تومان|تومن|aed|eur|cad/u;

/** Words of an age that was not read. */
export const unusedAge = (lines: readonly string[]): string | null =>
  lines
    .flatMap((line) => foldWords(line, LINE_MAX).split(CLAUSE))
    .filter((clause) => !OF_PRICE.test(clause))
    .map(
      (clause) =>
        (AGES.exec(clause) ?? (WITH_OTHERS.test(clause) ? null : YOUNGER.exec(clause)))?.[0],
    )
    .find(Boolean) ?? null;
