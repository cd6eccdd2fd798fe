import { type CurrencyUnit, MONEY_WORDS, unitOf } from "./currency-words";
import { figure, NUMBER_WORDS, SCALE_WORDS, scaleOf, smallNumber } from "./number-words";

/** An amount in a text. `unit` is null if it has none of its own. */
export interface Amount {
  value: number;
  unit: CurrencyUnit | null;
  isNegative: boolean;
  from: number;
  to: number;
}

type Kind = "number" | "scale" | "unit" | "and" | "link" | "percent" | "other";

interface Token {
  kind: Kind;
  text: string;
  from: number;
  to: number;
}

/** Amounts that share a unit or scale: "10–20 €", "۲۰۰ تا ۵۰۰ هزار تومان". */
interface Run {
  amounts: (Amount & { scale: number })[];
}

const TOKEN = new RegExp(
  [
    "(?<number>\\d{1,3}/\\d{1,2}(?=\\s?(?:میلیون|میلیارد))|\\d{1,3}(?:/\\d{3})+(?!\\d)|\\d{1,3}(?:[,٬٫،.'’ ]\\d{3})+(?:[.,٫]\\d{1,2})?(?!\\d)|\\d+(?:[.,٫]\\d{1,2}(?!\\d))?|(?<!\\p{L})(?:" +
      NUMBER_WORDS +
      ")(?!\\p{L}))",
    `(?<unit>(?<!\\p{L}(?<!هزار|میلیون|میلیارد))(?:${MONEY_WORDS})(?!\\p{L}))`,
    `(?<scale>(?<!\\p{L})(?:${SCALE_WORDS})(?:(?!\\p{L})|(?=تومان|تومن|ریال)))`,
    "(?<percent>%|٪|درصد|percent)",
    "(?<and>(?<!\\p{L})(?:و|and)(?!\\p{L}))",
    "(?<link>–|-|~|/|\\||,|،|;|؛|(?<!\\p{L})(?:to|or|through|تا|الی|یا)(?!\\p{L}))",
    "(?<other>[\\p{L}\\d]+|[()+:])",
  ].join("|"),
  "gu",
);

const COUNTED =
  /^\s?(?:\+|years?|yrs?|y\.o|people|persons?|pax|tickets?\b|guests?|sessions?|days?|hours?|hrs?|mins?|minutes?|drinks?|course|سال|ساله|نفر|جلسه|روز|ساعت|دقیقه|بلیت|بلیط|قسط|عدد|ماه)(?!\p{L})/u;
const COUNTED_BEFORE =
  /(?<!\p{L})(?:ages?|aged|under|over|above|below|زیر|بالای|سن|سنین|each|door|row|level|group of)\s?$/u;

/** Characters before an amount that are examined for context. */
const BEFORE = 24;
const lettersBefore = (text: string, at: number): string =>
  text.slice(Math.max(at - BEFORE, 0), at);

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const kind = (Object.entries(match.groups ?? {}).find(
      ([, value]) => value !== undefined,
    )?.[0] ?? "other") as Kind;
    return { kind, text: match[0], from: match.index, to: match.index + match[0].length };
  });
}

/** All amounts of a folded text, except counts of people, years and percentages. */
export function amountsOf(text: string, country: string): Amount[] {
  const tokens = tokensOf(text);
  const runs: Run[] = [];
  let place = 0;
  let canLink = false;
  while (place < tokens.length) {
    const token = tokens[place];
    if (!token) break;
    const read =
      token.kind === "number" || token.kind === "scale"
        ? readAmount(tokens, place, text, country)
        : null;
    if (!read) {
      if (token.kind !== "link" && token.kind !== "unit") canLink = false;
      place += 1;
      continue;
    }
    place = read.next;
    if (!read.amount) {
      canLink = false;
      continue;
    }
    const run = canLink ? runs.at(-1) : undefined;
    if (run) run.amounts.push(read.amount);
    else runs.push({ amounts: [read.amount] });
    canLink = true;
  }
  return runs.flatMap(shared);
}

/** Applies scale and unit of the last amount to earlier ones without them. */
function shared({ amounts }: Run): Amount[] {
  const last = amounts.at(-1);
  const unit = last?.unit ?? amounts.find((amount) => amount.unit)?.unit ?? null;
  return amounts.map(({ value, scale, unit: own, ...rest }) => {
    const isScaled = scale === 1 && last && last.scale > 1 && value < 1_000 && own === null;
    // «۶۰۰ تا یک و نیم میلیون»: the lower price is of thousands.
    const isLess = isScaled && last.scale === 1_000_000 && value * last.scale > last.value * 10;
    const factor = isLess ? 1_000 : (last?.scale ?? 1);
    return { ...rest, value: isScaled ? value * factor : value, unit: own ?? unit };
  });
}

interface ReadAmount {
  amount: (Amount & { scale: number }) | null;
  next: number;
}

/** One amount: figures or words with scales, joined by "و", and the unit before or after. */
function readAmount(
  tokens: readonly Token[],
  start: number,
  text: string,
  country: string,
): ReadAmount {
  const first = tokens[start];
  const before = tokens[start - 1];
  let place = start;
  let total = 0;
  let part: number | null = null;
  let scale = 1;
  let lastScale = Number.POSITIVE_INFINITY;
  for (; place < tokens.length; place += 1) {
    const token = tokens[place];
    if (!token) break;
    if (token.kind === "number") {
      // "500 200" are two amounts; "سیصد و پنجاه" is one.
      if (
        part !== null &&
        tokens[place - 1]?.kind !== "and" &&
        smallNumber(token.text) === undefined
      )
        break;
      if (
        part !== null &&
        tokens[place - 1]?.kind === "and" &&
        /\d/.test(token.text) &&
        scale === 1
      )
        break;
      part = (part ?? 0) + (smallNumber(token.text) ?? figure(token.text));
    } else if (token.kind === "scale") {
      const size = scaleOf(token.text) ?? 1;
      if (size === 100) part = (part ?? 1) * 100;
      else {
        if (size >= lastScale) break;
        total += (part ?? 1) * size;
        part = null;
        scale = size;
        lastScale = size;
      }
    } else if (token.kind !== "and" || !isNumber(tokens[place + 1])) break;
  }
  // "یک میلیون و نیم": half of the scale.
  const isHalf = part === 0.5 && scale > 1;
  // "دو میلیون و پانصد تومان" omits the thousand: prices are not in single tomans.
  const isThousands = part !== null && part >= 1 && part < 1_000 && scale === 1_000_000;
  const value = total + (isHalf ? 0.5 * scale : (part ?? 0) * (isThousands ? 1_000 : 1));
  const end = tokens[place - 1]?.to ?? 0;
  const after = tokens[place];
  if (after?.kind === "percent") return { amount: null, next: place + 1 };
  const unitAfter =
    after?.kind === "unit" && text.slice(end, after.from).trim() === ""
      ? unitOf(after.text, country)
      : null;
  const isTouching =
    before?.kind === "unit" &&
    first !== undefined &&
    /^\s?(?:[:–-]\s?)?$/.test(text.slice(before.to, first.from));
  const unitBefore = isTouching && before ? unitOf(before.text, country) : null;
  const unit = signFirst(before, unitBefore) ?? unitAfter ?? unitBefore;
  const from = first?.from ?? 0;
  if (
    unit === null &&
    (COUNTED.test(text.slice(end)) || COUNTED_BEFORE.test(lettersBefore(text, from)))
  )
    return { amount: null, next: place };
  const sign = lettersBefore(text, unitBefore ? (before?.from ?? from) : from).trimEnd();
  const isNegative =
    /(?:^|[:(])\s*[-–−]$/.test(sign) ||
    (isTouching && /[-–−]$/.test(text.slice(before?.to, from).trim()));
  return {
    amount: { value, unit, isNegative, from, to: unitAfter ? (after?.to ?? end) : end, scale },
    next: unitAfter ? place + 1 : place,
  };
}

/** "$5 CAD": a unit after the amount overrides a sign before it. */
function signFirst(
  before: Token | undefined,
  unitBefore: CurrencyUnit | null,
): CurrencyUnit | null {
  return before && unitBefore && !/^[$£€¥₺₹]$/.test(before.text) ? unitBefore : null;
}

const isNumber = (token: Token | undefined): boolean =>
  token?.kind === "number" || token?.kind === "scale";
