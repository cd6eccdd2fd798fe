import type { CategoryName } from "../../../lib/event/categories";
import { STOP_WORDS } from "../stop-words";
import { findSynonyms } from "../synonyms";
import { isNine, NEGATED, NEGATIONS } from "./denied-time";
import { timeTable } from "./named-days";
import { audienceTables } from "./read-audience";
import { intentTable } from "./read-intents";
import { CHILDREN, type NamedSpan } from "./read-names";
import { priceTables } from "./read-price";
import { joined, NameTable, type Span } from "./spans";
import type { CityName, Exclusions } from "./understood";

const split = (names: string) => names.split("|");

/** Words before what is not wanted. */
const BEFORE = [
  ...NEGATIONS,
  ...split(
    "without|apart from|aside from|besides|minus|w/o|but no|arent|are not|isnt|is not|not into|nothing with|" +
      "nothing for|nothing about|with no|having no|excl|anything except|everything except|everything but|" +
      "anything other than|all but|any city but|any city except|every city but|anywhere but|anywhere except|everywhere but|everywhere except|" +
      "هر شهری جز|هر شهری به جز|هر شهری غیر از|هرجا جز|هر جا جز|هر جایی جز|هرجایی به جز|" +
      "instead of|rather than|dont like|do not like|dont care for|hate|tired of|sick of|" +
      "no more|not a fan of|not interested in|forget about|بی‌خیال|بیخیال|bikhiale|bikhial|بدون|به غیر|به استثنای|به استثنا|غیر|مگر|منهای|سوای|الا|جز|به جای|بجای|" +
      "bedoone|bedune|bedoon|be joze|joz|joze|ghayr az|gheyre|be ghayr az|be gheyr az|menhaye|be jaye|ба чуз|ҷуз|" +
      "ғайри|бе|не барои|на барои|не дар|на дар|не бо|на бо",
  ),
];
/** Words before a place that is not wanted. */
const OUTSIDE = split("outside|outside of|خارج از|بیرون از|kharej az");
/** Words after what is not wanted. */
const AFTER = [
  ...NEGATED,
  ...split(
    "excluded|not included|not wanted|نباشند|نمی‌خوام|نمیخوام|نمی‌خواهم|نمیخواهم|نمی‌خوایم|نمیخوایم|نداشته باشه|نداشته باشد|نداشته باشن|دوست ندارم|" +
      "دوس ندارم|دوست نداریم|خوشم نمیاد|خوشم نمی‌آید|خوشم نمی‌آد|خوشمون نمیاد|بدم میاد|بیزارم|متنفرم|حوصله ندارم|" +
      "حوصله‌شو ندارم|حوصله‌ش رو ندارم|نمی‌رم|نمیرم|نمی‌ریم|نریم|نرم|nabasheh|nemikham|nemikhaim|doost nadaram|" +
      "dust nadaram|khosham nemiad|намехоҳам",
  ),
];
/** Words between what is not wanted and the words after it: کنسرت رو نمی‌خوام. */
const PARTICLES = new Set(split("رو|را|هم|ro|ra|ham|ро"));
/** Words that exclude what stands before them where they end the query or a part of it: «ولی تهران نه», «کنسرت نه، فیلم». */
const LAST = new Set(split("نه|na|не|بیخیال|bikhial"));
/** Politeness that may follow them. */
const POLITE = new Set(split("لطفا|ممنون|مرسی|lotfan|please|pls|plz|лутфан"));
const ENDS_PART = /(?<!\p{L})(?:نه|na|не|بی.?خیال|bikhial)\s*[,،;؛]/iu;
/** Those that exclude nothing elsewhere, but free entry: «не ройгон». */
const ONLY_LAST = new Set(split("na|не|на"));
/** «جز» is jazz too: after these, or before what is no city, it excludes. */
const JAZZ = new Set(split("جز|joz"));
const ALL = new Set(split("همه|هرجا|جا|هرچی|چیز|چی|جاها|کجا|شهرها|hame|harja|ja|harchi|chiz|chi"));
/** Words between both that mean nothing by themselves. */
const BETWEEN = new Set(
  split("in|the|at|for|of|any|from|a|an|with|از|در|توی|تو|به|هیچ|اهل|az|dar|аз|дар"),
);
/** Cues that are other words too: what they exclude must be a filter or a subject of events. */
const ORDINARY = new Set(
  split(
    "no|neither|بی‌خیال|بیخیال|bikhial|نه|غیر|бе|مگر|الا|جز|joz|joze|hate|skip|avoid|به جای|بجای|be jaye|all but|no more",
  ),
);

type Cue = "before" | "outside" | "after";

let table: NameTable<Cue> | undefined;

/** The table of words that exclude. */
export function exclusionTable(): NameTable<Cue> {
  if (!table) {
    table = new NameTable();
    for (const name of BEFORE) table.add(name, "before");
    for (const name of OUTSIDE) table.add(name, "outside");
    for (const name of AFTER) table.add(name, "after");
    for (const name of ONLY_LAST) table.add(name, "after");
  }
  return table;
}

export interface ExclusionContext {
  /** Names of cities and categories, longest first. */
  names: readonly NamedSpan[];
  cityNameOf: (slug: string) => CityName | null;
  /** The cities of a region or country that is named at a word. */
  regionAt: (start: number) => (Span & { cities: readonly CityName[] }) | null;
  /** Folded words as they were typed. */
  typedOf: (words: string) => string;
  /** The query with its punctuation. */
  text: string;
  isPhrase: (words: readonly string[]) => boolean;
  /** Whether a word is of a time that is not wanted, or of a name. */
  isOther: (index: number) => boolean;
}

/** "not too loud" excludes nothing: its words stay. */
const DEGREES = new Set(
  split("too|so|very|that|really|super|overly|quite|خیلی|زیاد|زیادی|انقدر|اینقدر"),
);

interface Target {
  span: Span;
  add: (to: Exclusions) => void;
}

/** Whether a longer expression has the word: no cost, not expensive, شلوغ نباشه. */
function isWithinExpression(words: readonly string[], cue: Span, context: ExclusionContext) {
  const never = () => false;
  const { free, cheap, bounds } = priceTables();
  const tables = [free, cheap, bounds, intentTable(), timeTable()];
  for (let start = Math.max(0, cue.start - 3); start <= cue.start; start++) {
    for (const one of tables) {
      const named = one.longestAt(words, start, never);
      if (named && named.span.length > cue.length && start + named.span.length > cue.start)
        return true;
    }
    for (let length = 2; length <= 4; length++)
      if (
        start + length > cue.start + cue.length &&
        context.isPhrase(words.slice(start, start + length))
      )
        return true;
  }
  return false;
}

/** What stands at a word and can be excluded. */
function targetAt(
  words: readonly string[],
  start: number,
  { names, cityNameOf, regionAt, typedOf, isPhrase }: ExclusionContext,
  isLoose: boolean,
): Target | null {
  const never = () => false;
  const children = audienceTables().children.longestAt(words, start, never);
  const isChildren = (word: string) =>
    names.some(
      (name) => name.kind === "category" && name.value === CHILDREN && words[name.start] === word,
    );
  const named = names.find((name) => name.start === start);
  if (
    children ||
    (named?.kind === "category" && named.value === CHILDREN) ||
    isChildren(words[start] ?? "")
  ) {
    const span = children?.span ?? named ?? { start, length: 1 };
    // "family but not babies": some ages are not all children.
    const isAged = typeof children?.meaning?.to === "number";
    return {
      span,
      add: (to) => {
        if (isAged) to.words = [...(to.words ?? []), typedOf(words[start + span.length - 1] ?? "")];
        else to.children = true;
      },
    };
  }
  const free = priceTables().free.longestAt(words, start, never);
  if (free)
    return {
      span: free.span,
      add: (to) => {
        to.free = true;
      },
    };
  if (named?.kind === "city") {
    const city = cityNameOf(named.value);
    return (
      city && {
        span: named,
        add: (to) => {
          to.cities = [...(to.cities ?? []), city];
        },
      }
    );
  }
  const region = named ? null : regionAt(start);
  if (region)
    return {
      span: region,
      add: (to) => {
        to.cities = [...(to.cities ?? []), ...region.cities];
      },
    };
  if (named?.kind === "category") {
    const category = named.value as CategoryName;
    return {
      span: named,
      add: (to) => {
        to.categories = [...(to.categories ?? []), category];
      },
    };
  }
  const word = words[start] ?? "";
  if (word.length < 3 || STOP_WORDS.has(word) || /^\d+$/.test(word)) return null;
  // A time is denied as a whole, or asked for: why not tonight.
  const time = timeTable().longestAt(words, start, never);
  if (time && !("alone" in time.meaning && !time.meaning.alone)) return null;
  // "not not" excludes nothing.
  if (exclusionTable().get(word) !== undefined) return null;
  if (!isLoose && findSynonyms([word]) === null) return null;
  let length = 1;
  for (const long of [3, 2])
    if (isPhrase(words.slice(start, start + long)) && start + long <= words.length) {
      length = long;
      break;
    }
  const text = typedOf(words.slice(start, start + length).join(" "));
  return {
    span: { start, length },
    add: (to) => {
      to.words = [...(to.words ?? []), text];
    },
  };
}

/** Whether «جز» at a word is jazz: alone, first, or between a kind of music and a city. */
function isJazz(
  words: readonly string[],
  start: number,
  end: number,
  { names }: ExclusionContext,
): boolean {
  if (!JAZZ.has(joined(words.slice(start, end)))) return false;
  if (start === 0) return true;
  if (ALL.has(words[start - 1] ?? "")) return false;
  const isCity = names.some((name) => name.kind === "city" && name.start === end);
  const before = names.find((name) => name.start + name.length === start);
  return isCity && (before === undefined || /^(?:Concert|Music|Nightlife)$/.test(before.value));
}

export interface ReadExclusions {
  value: Exclusions;
  /** Spans of the cues with what they exclude. */
  spans: Span[];
}

/**
 * Reads what is not wanted: categories, cities, free entry, children, words. A query that excludes
 * has to ask for something too where the excluded is a mere word, and ordinary cues exclude known
 * words only: "Much Ado About Nothing" and "No Man's Land" stay words.
 */
export function readExclusions(
  words: readonly string[],
  context: ExclusionContext,
): ReadExclusions | null {
  const value: Exclusions = {};
  const spans: Span[] = [];
  const never = () => false;
  for (let start = 0; start < words.length; start++) {
    const cue = exclusionTable().longestAt(words, start, never);
    if (!cue || context.isOther(start)) continue;
    const end = start + cue.span.length;
    if (words[start - 1] === "ساعت") continue;
    if (isNine(words, start) && !context.names.some((name) => name.start === end)) continue;
    if (DEGREES.has(words[end] ?? "")) continue;
    if (isWithinExpression(words, cue.span, context)) continue;
    const isLast =
      (words.slice(end).every((word) => POLITE.has(word)) || ENDS_PART.test(context.text)) &&
      LAST.has(joined(words.slice(start, end)));
    const isNotFree =
      !isLast &&
      ONLY_LAST.has(joined(words.slice(start, end))) &&
      priceTables().free.longestAt(words, end, never) !== null;
    if (!isLast && !isNotFree && ONLY_LAST.has(joined(words.slice(start, end)))) continue;
    if ((cue.meaning === "after" && !isNotFree) || isLast) {
      const stop = start - Number(PARTICLES.has(words[start - 1] ?? ""));
      const named = context.names.find((name) => name.start + name.length === stop);
      const target = [named?.length ?? 3, 3, 2, 1]
        .map((length) => (stop >= length ? targetAt(words, stop - length, context, false) : null))
        .find((found) => found && found.span.start + found.span.length === stop);
      if (!target) continue;
      const before =
        BETWEEN.has(words[target.span.start - 1] ?? "") ||
        /^(?:برای|واسه|مال)$/.test(words[target.span.start - 1] ?? "");
      target.add(value);
      const from = target.span.start - Number(before);
      spans.push({ start: from, length: end - from });
      continue;
    }
    if (isJazz(words, start, end, context)) continue;
    let at = end;
    const isNamed = () => context.names.some((name) => name.start === at);
    while (
      BETWEEN.has(words[at] ?? "") &&
      !isNamed() &&
      !audienceTables().children.longestAt(words, at, never)
    )
      at++;
    const isOrdinary = ORDINARY.has(joined(words.slice(start, end)));
    let found = targetAt(words, at, context, !isOrdinary && start > 0);
    const [last, from] = [spans.length, start];
    while (found) {
      const of = found.span.start;
      const isCity =
        context.names.some(({ kind, start: named }) => kind === "city" && named === of) ||
        context.regionAt(of) !== null;
      if (cue.meaning === "outside" && !isCity) break;
      found.add(value);
      const stop = found.span.start + found.span.length;
      if (spans.length > last) spans.pop();
      spans.push({ start: from, length: stop - from });
      // "not Tehran or Karaj": both, where both are cities or both are of a kind of event. "No poetry
      // and concerts in Tehran" may ask for the concerts.
      const joint = words[stop] ?? "";
      const isEither = /^(?:or|یا|ya)$/.test(joint);
      const kindOf = (index: number) =>
        context.names.find(({ start: of }) => of === index)?.kind ?? (isEither ? "category" : null);
      const next = stop + 1;
      found =
        // "neither free nor online"
        joint === "nor" ||
        ((isEither || /^(?:and|و|va)$/.test(joint)) &&
          kindOf(next) !== null &&
          kindOf(next) === kindOf(of))
          ? targetAt(words, next, context, false)
          : null;
      start = stop - 1;
    }
  }
  return spans.length > 0 ? { value, spans } : null;
}
