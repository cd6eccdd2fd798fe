import { NameTable, type Span } from "./spans";
import { formsOf } from "./spoken-forms";
import type { PriceRange } from "./understood";

interface Unit {
  currencies: readonly string[];
  /** Stored units per named unit: rials per toman. */
  factor: number;
}

const split = (names: string) => names.split("|");

const UNITS: readonly (readonly [readonly string[], Unit])[] = [
  [
    split("toman|tomans|tooman|tomaan|tuman|تومان|تومن|تومنی|تومانی|تومن‌ها|ت|томан|тумон"),
    { currencies: ["IRR"], factor: 10 },
  ],
  [split("rial|rials|irr|ریال|ریالی"), { currencies: ["IRR"], factor: 1 }],
  [split("euro|euros|eur|yuro|یورو|یورویی|€"), { currencies: ["EUR"], factor: 1 }],
  [split("dollar|dollars|buck|bucks|دلار|دلاری"), { currencies: ["USD", "CAD", "AUD"], factor: 1 }],
  [split("usd|us dollars|دلار آمریکا"), { currencies: ["USD"], factor: 1 }],
  [split("loonie|loonies|cad|canadian dollars|دلار کانادا"), { currencies: ["CAD"], factor: 1 }],
  [split("aud|australian dollars|دلار استرالیا"), { currencies: ["AUD"], factor: 1 }],
  [split("pound|pounds|quid|nicker|gbp|sterling|پوند|پوندی"), { currencies: ["GBP"], factor: 1 }],
  [split("krona|kronor|sek|کرون سوئد"), { currencies: ["SEK"], factor: 1 }],
  [split("krone|kroner|کرون"), { currencies: ["SEK", "DKK", "NOK"], factor: 1 }],
  [split("dkk|کرون دانمارک"), { currencies: ["DKK"], factor: 1 }],
  [split("nok|کرون نروژ"), { currencies: ["NOK"], factor: 1 }],
  [split("lira|liras|tl|try|لیر"), { currencies: ["TRY"], factor: 1 }],
  [split("dirham|dirhams|aed|درهم"), { currencies: ["AED"], factor: 1 }],
  [split("riyal qatar|qar|ریال قطر"), { currencies: ["QAR"], factor: 1 }],
  [split("yen|jpy|ین"), { currencies: ["JPY"], factor: 1 }],
  [split("lari|gel|لاری"), { currencies: ["GEL"], factor: 1 }],
  [split("dram|amd|درام"), { currencies: ["AMD"], factor: 1 }],
  [split("afghani|afghanis|afn|افغانی"), { currencies: ["AFN"], factor: 1 }],
  [split("somoni|tjs|سامانی"), { currencies: ["TJS"], factor: 1 }],
];

const SIGNS: readonly (readonly [string, string])[] = [
  ["€", "euro"],
  ["$", "dollar"],
  ["£", "pound"],
  ["¥", "yen"],
  ["﷼", "rial"],
];

type Bound = "under" | "max" | "min" | "between";

const BOUNDS: readonly (readonly [readonly string[], Bound])[] = [
  [
    split(
      "under|below|less than|cheaper than|lower than|sub|zire|zir|kamtar az|زیر|کمتر از|کم تر از|ارزان تر از|ارزون تر از|پایین تر از|پایین|به زیر|کمتر|زیر قیمت",
    ),
    "under",
  ],
  [
    split(
      "up to|max|maximum|at most|no more than|not more than|within|budget of|بودجه|نهایت|سقف|حداکثر|تا سقف|نهایتا|بیشتر از نباشه|تا",
    ),
    "max",
  ],
  [split("over|above|more than|at least|from|minimum|min|بالای|بیش از|بیشتر از|حداقل|از"), "min"],
  [split("between|بین"), "between"],
];

const FREE = split(
  "free|for free|free entry|free admission|free of charge|no cost|no charge|without charge|zero cost|gratis|complimentary|nothing paid|not paid|no paid|no paid stuff|no paid events|unpaid|no tickets needed|no ticket needed|رایگان|مجانی|مفتی|بدون هزینه|بدون پول|بی هزینه|ورود آزاد|ورودی آزاد|ورود رایگان|ورودی رایگان|صلواتی|بدون بلیت|بدون بلیط|0 تومان|صفر تومان|پولی نباشه",
);
const CHEAP = split(
  "cheap|cheap as chips|dirt cheap|on the cheap|cheapest|affordable|low cost|inexpensive|budget|low budget|on a budget|low price|not expensive|not too expensive|not very expensive|not so expensive|not that expensive|not too pricey|ارزان|ارزون|ارزونی|کم هزینه|ارزان قیمت|ارزان‌ترین|ارزون‌ترین|قیمت مناسب|اقتصادی|گران نباشد|گران نباشه|گرون نباشه",
);

const MULTIPLIERS: Record<string, number> = {
  k: 1e3,
  هزار: 1e3,
  هزارتومن: 1e3,
  هزارتومان: 1e3,
  thousand: 1e3,
  hezar: 1e3,
  میلیون: 1e6,
  میلیونی: 1e6,
  ملیون: 1e6,
  million: 1e6,
  melion: 1e6,
  milion: 1e6,
  milyon: 1e6,
  mil: 1e6,
  m: 1e6,
};

/** Persian number words of prices. */
const NUMBER_WORDS: Record<string, number> = Object.fromEntries(
  (
    "یه:1 ye:1 yek:1 nim:0.5 nesf:0.5 bist:20 si:30 panjah:50 sad:100 divist:200 devist:200 sisad:300 chaharsad:400 poonsad:500 punsad:500 pansad:500 fiver:5 tenner:10 دیویست:200 نیم:0.5 نصف:0.5 half:0.5 one:1 " +
    "یک:1 دو:2 سه:3 چهار:4 پنج:5 ده:10 بیست:20 سی:30 چهل:40 پنجاه:50 شصت:60 هفتاد:70 هشتاد:80 نود:90 صد:100 یکصد:100 دویست:200 سیصد:300 " +
    "چهارصد:400 پانصد:500 پونصد:500 ششصد:600 شیشصد:600 هفتصد:700 هشتصد:800 نهصد:900 ten:10 twenty:20 thirty:30 forty:40 fifty:50 hundred:100"
  )
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([word = "", value]) => [word, Number(value)]),
);

/** Words that deny the cheap behind them, and before them. */
const NOT = /^(?:not|isnt|arent|nothing|neither|نه|غیر|на)$/;
const NOT_AFTER = /^(?:نه|نباشه|نباشد|نباشن|نیست|na|nabashe|не|набошад)$/;

/** Amounts of toman below this are thousands: tickets cost more than 1,000 toman. */
const TOMAN_MIN = 1_000;

/** Amounts of toman below this are millions in speech: «یه تومن». */
const TOMAN_MILLIONS = 10;
const MILLION = 1e6;

/** Most of a cheap ticket, by currency, in stored units. */
const CHEAP_MAX: Record<string, number> = {
  IRR: 2_000_000,
  EUR: 15,
  USD: 15,
  GBP: 12,
  CAD: 20,
  AUD: 20,
  SEK: 150,
  DKK: 100,
  NOK: 150,
  TRY: 300,
  AED: 50,
  QAR: 50,
  JPY: 1_500,
  GEL: 30,
  AMD: 4_000,
  AFN: 300,
  TJS: 50,
};
const CHEAP_ELSEWHERE = 15;

interface Tables {
  units: NameTable<Unit>;
  bounds: NameTable<Bound>;
  free: NameTable<true>;
  cheap: NameTable<true>;
}

let tables: Tables | undefined;

/** The tables of words about prices. */
export function priceTables(): Tables {
  if (!tables) {
    tables = {
      units: new NameTable(),
      bounds: new NameTable(),
      free: new NameTable(),
      cheap: new NameTable(),
    };
    for (const [names, unit] of UNITS) for (const name of names) tables.units.add(name, unit);
    for (const [names, bound] of BOUNDS) for (const name of names) tables.bounds.add(name, bound);
    for (const name of FREE) tables.free.add(name, true);
    for (const name of CHEAP) tables.cheap.add(name, true);
    for (const { names, script } of formsOf("free"))
      for (const name of names) tables.free.addSpoken(name, true, script);
    for (const { names, script, meaning } of formsOf("price"))
      for (const name of names) if (meaning === "cheap") tables.cheap.addSpoken(name, true, script);
  }
  return tables;
}

/** An amount as typed; without a unit, `unit` is null. */
interface Amount extends Span {
  value: number;
  /** Thousand or million, if written as a word. */
  multiplier: number;
  unit: Unit | null;
}

const never = () => false;

/** An amount with its unit: 20 euros, €20, 300 هزار تومان, صد تومن, 1.5 million, 20€. */
function amountAt(words: readonly string[], start: number, text: string): Amount | null {
  let at = start;
  let unit: Unit | null = null;
  const { units } = priceTables();
  // "a hundred", "half a million".
  if (words[at] === "a" && NUMBER_WORDS[words[at + 1] ?? ""] !== undefined) at++;
  const leading = /^\d/.test(words[at] ?? "") ? null : units.longestAt(words, at, never);
  if (leading && /^\d/.test(words[at + leading.span.length] ?? "")) {
    unit = leading.meaning;
    at += leading.span.length;
  }
  const word = words[at] ?? "";
  const [, digits = "", rest = ""] = /^(\d+)(\D*)$/.exec(word) ?? [];
  let value: number;
  if (digits !== "") {
    value = Number(digits);
    at++;
    // 300,000 and 300٬000 are split at the separators, 1.5 at the point.
    while (
      /^\d{3}$/.test(words[at] ?? "") &&
      new RegExp(`${words[at - 1]}[,٬،']${words[at]}`).test(text)
    )
      value = value * 1000 + Number(words[at++]);
    if (
      /^\d{1,2}$/.test(words[at] ?? "") &&
      new RegExp(`(?<!\\d)${digits}[.٫/]${words[at]}(?!\\d)`).test(text)
    ) {
      const decimals = words[at++] ?? "";
      value += Number(decimals) / 10 ** decimals.length;
    }
    const joined = rest === "" ? undefined : (MULTIPLIERS[rest] ?? units.get(rest));
    if (rest !== "" && joined === undefined) return null;
    if (typeof joined === "number") value *= joined;
    else if (joined) unit = joined;
  } else if (NUMBER_WORDS[word] === undefined) {
    // «صدتومنی»: a number and its unit as one word.
    const number = Object.keys(NUMBER_WORDS).find(
      (name) => name.length > 1 && word.startsWith(name) && units.get(word.slice(name.length)),
    );
    if (number === undefined) return null;
    value = NUMBER_WORDS[number] ?? 0;
    unit = units.get(word.slice(number.length)) ?? null;
    at++;
  } else {
    value = 0;
    while (NUMBER_WORDS[words[at] ?? ""] !== undefined) {
      const number = NUMBER_WORDS[words[at] ?? ""] ?? 0;
      // «دویست سیصد تومن» is two amounts, "one hundred" a product.
      if (value >= 10 && number >= value && words[at - 1] !== "و") break;
      value = number === 100 && value > 0 && value < 10 ? value * 100 : value + number;
      at++;
      if (words[at] === "و" && NUMBER_WORDS[words[at + 1] ?? ""] !== undefined) at++;
      if (words[at] === "a" && MULTIPLIERS[words[at + 1] ?? ""] !== undefined) at++;
    }
  }
  const multiplier = MULTIPLIERS[words[at] ?? ""] ?? 1;
  if (multiplier > 1) {
    value *= multiplier;
    at++;
    if (/^هزار(?:تومن|تومان)$/.test(words[at - 1] ?? "")) unit = units.get("تومان") ?? null;
  }
  if (unit === null) {
    const following = units.longestAt(words, at, never);
    // «سه ت» begins سه‌تار.
    const isBegun = words[at] === "ت" && digits === "" && value < TOMAN_MILLIONS;
    if (following && !isBegun) {
      unit = following.meaning;
      at += following.span.length;
    } else {
      const sign = SIGNS.find(([mark]) =>
        new RegExp(`\\${mark}\\s*${digits}(?!\\d)|(?<!\\d)${digits}\\s*\\${mark}`).test(
          digits === "" ? "" : text,
        ),
      );
      unit = (sign && units.get(sign[1])) ?? null;
    }
  }
  return { start, length: at - start, value, multiplier, unit };
}

export interface PriceReading {
  price: PriceRange | null;
  free: boolean;
  spans: Span[];
}

/**
 * The range of amounts, in stored units. Amounts without a unit are in the area's currency, rials
 * being written in toman.
 */
function rangeOf(
  bounds: Partial<Record<"min" | "max" | "under", Amount>>,
  areaCurrency: string,
): PriceRange {
  const amounts = Object.values(bounds);
  const unit: Unit = amounts.find((amount) => amount.unit)?.unit ?? {
    currencies: [areaCurrency],
    factor: areaCurrency === "IRR" ? 10 : 1,
  };
  const largest = Math.max(...amounts.map(({ value }) => value));
  const isToman = unit.currencies[0] === "IRR" && unit.factor === 10;
  const scale = !isToman || largest >= TOMAN_MIN ? 1 : largest < TOMAN_MILLIONS ? MILLION : 1_000;
  const stored = ({ value }: Amount) => value * scale * unit.factor;
  const currency = unit.currencies.includes(areaCurrency)
    ? areaCurrency
    : (unit.currencies[0] ?? areaCurrency);
  const isAreaCurrency = unit.currencies.includes(areaCurrency);
  return {
    ...(bounds.min ? { min: stored(bounds.min) } : null),
    ...(bounds.max ? { max: stored(bounds.max) } : null),
    ...(bounds.under ? { under: stored(bounds.under) } : null),
    currency,
    ...(unit.currencies.length > 1 && !isAreaCurrency ? { currencies: unit.currencies } : null),
  };
}

/**
 * Reads price limits and free entry, in both languages; null without any. Amounts need a bound or a
 * unit: under 20 euros, تا ۱۰۰ تومن.
 * @param text the query with ASCII digits, in which amounts keep their punctuation
 * @param areaCurrency currency of the city, ISO 4217
 */
export function readPrice(
  words: readonly string[],
  text: string,
  areaCurrency: string,
  isTaken: (index: number) => boolean,
): PriceReading | null {
  const { bounds, free, cheap } = priceTables();
  const spans: Span[] = [];
  const found: Partial<Record<"min" | "max" | "under", Amount>> = {};
  let isFree = false;
  let isCheap = false;
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const named = free.longestAt(words, start, isTaken);
    const isLow = named ? null : cheap.longestAt(words, start, isTaken);
    if (named || isLow) {
      const { span } = named ?? isLow ?? { span: { start, length: 1 } };
      const end = start + span.length;
      // No filter says that tickets are dear: "not cheap", «ارزون نباشه».
      if (isLow && (NOT.test(words[start - 1] ?? "") || NOT_AFTER.test(words[end] ?? ""))) {
        start = end - 1;
        continue;
      }
      isFree ||= named !== null;
      isCheap ||= isLow !== null;
      spans.push(span);
      start = end - 1;
      continue;
    }
    const bound = bounds.longestAt(words, start, isTaken);
    const at = bound ? start + bound.span.length : start;
    const amount = amountAt(words, at, text);
    if (!amount || isTaken(at)) continue;
    const end = at + amount.length;
    // «نیم میلیون» is money without a unit too.
    const isLoose = amount.unit === null && (amount.multiplier < MILLION || areaCurrency !== "IRR");
    // "از ۱۰ تا ۲۰ یورو", "between 10 and 20", "10-20 euros".
    // «دویست سیصد تومن»: the second is the most.
    const more = !bound && amount.unit === null ? amountAt(words, end, text) : null;
    if (more?.unit && /^\D/.test(words[end] ?? "")) {
      found.max ??= more;
      spans.push({ start, length: end + more.length - start });
      start = end + more.length - 1;
      continue;
    }
    const isRange = /^(?:and|to|تا|و)$/.test(words[end] ?? "");
    const second = isRange ? amountAt(words, end + 1, text) : null;
    if (
      second &&
      (bound?.meaning === "between" || bound?.meaning === "min" || second.unit) &&
      (second.unit || !isLoose || bound?.meaning === "between")
    ) {
      // "100 to 200 thousand": both are thousands.
      found.min =
        amount.multiplier === 1 && amount.unit === null
          ? { ...amount, value: amount.value * second.multiplier }
          : amount;
      found.max = second;
      const span = { start, length: end + 1 + second.length - start };
      spans.push(span);
      start += span.length - 1;
      continue;
    }
    if (!bound && isLoose) continue;
    // «از ۸», "from 8" and "تا 8" are times of day without a unit.
    if (bound && isLoose && /^(?:از|from|تا|within|min|max)$/.test(words[start] ?? "")) continue;
    // «بیشتر از پونصد نشه», "twenty quid max".
    const isDenied = /^(?:نشه|نباشه|نشود|نباشد|nashe|nabashe)$/.test(words[end] ?? "");
    // "nothing over 25 bucks".
    const isNone = /^(?:not|nothing|no|never|none|نه|هیچی|هیچ)$/.test(words[start - 1] ?? "");
    const isTail = !bound && /^(?:max|maximum|tops|بودجه|حداکثر)$/.test(words[end] ?? "");
    const kind =
      !bound || bound.meaning === "between" || (bound.meaning === "min" && (isDenied || isNone))
        ? "max"
        : bound.meaning;
    found[kind] ??= amount;
    const from = bound?.meaning === "min" && isNone ? start - 1 : start;
    const span = { start: from, length: end - from + Number(isDenied || isTail) };
    spans.push(span);
    start = from + span.length - 1;
  }
  if (spans.length === 0) return null;
  const hasBound = Object.keys(found).length > 0;
  const price = hasBound
    ? rangeOf(found, areaCurrency)
    : isCheap
      ? {
          max: CHEAP_MAX[areaCurrency] ?? CHEAP_ELSEWHERE,
          currency: areaCurrency,
          isCheap: true as const,
        }
      : null;
  return { price, free: isFree, spans };
}
