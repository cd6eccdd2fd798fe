import { addIssue, type EntryDraft, recordSource } from "../entries/entry-draft";
import type { FieldValue, Gathered } from "../entries/gather-fields";
import { keyTokens } from "../entries/name-keys";
import { foldWords } from "../text/fold-words";
import type { JsonObject, JsonValue } from "../text/json-value";
import { type CurrencyUnit, scaledUnitOf, unitOf } from "./currency-words";
import { type ReadPrice, readPriceText } from "./read-price";
import { textOf } from "./read-texts";

/** Maximum price, in rials and in whole units of other currencies. */
const HUGEST = { IRR: 100_000_000_000, other: 1_000_000 } as const;
/** Prices below this, in rials, may mean thousands of toman: "450 toman". */
const LOWEST_RIALS = 50_000;
/** Toman amounts below this are thousands. */
const SHORT = 10_000;
const NO_DECIMALS = new Set(["IRR", "JPY", "AMD", "IQD", "AFN"]);
const LOW_KEYS = new Set(
  "min low lowest from amount value price minimum minprice lowprice base start starting regular standard general adult حداقل کمترین از مبلغ قیمت عادی".split(
    " ",
  ),
);
const CURRENCY_KEYS = new Set("currency pricecurrency unit currencycode ارز واحد".split(" "));
const YES = /^(?:true|yes|y|1|free|بله|بلی|آری|رایگان|هست|است|✅|✓|✔)$/i;
const NO = /^(?:false|no|n|0|paid|خیر|نه|پولی|نیست|❌|✗|✘)$/i;
/** Maximum length of a yes or no, characters. */
const FLAG_LENGTH = 40;
const NOTHING: ReadPrice = { amount: null, unit: null, free: false, confidence: 0, codes: [] };

/** Reads price (in the smallest named unit), currency and whether the entry is free. */
export function readPrices(draft: EntryDraft, gathered: Gathered): void {
  const { city } = draft.context;
  const fieldValues = [
    ...(gathered.get("price") ?? []),
    ...(gathered.get("priceEn") ?? []),
    ...(gathered.get("priceFa") ?? []),
  ];
  const readings = fieldValues.map((source) => ({
    source,
    price: readValue(source.value, city.country, 0),
  }));
  const found = readings.find(({ price }) => price.amount !== null);
  const isFree = flagOf(gathered.get("free") ?? []) ?? unless(flagOf(gathered.get("paid") ?? []));
  const failed = readings.find(({ price }) => price.codes.length > 0);
  if (!found) {
    if (isFree?.value && !failed) takeFree(draft, isFree.source);
    else if (failed) {
      recordSource(draft, "price", 0, failed.source);
      addIssue(draft, "price", ...failed.price.codes);
    }
    return;
  }
  take(draft, found.source, found.price, statedUnitOf(gathered, found.source, city.country));
  if (isFree && draft.event.price !== null && isFree.value !== (draft.event.price === 0)) {
    addIssue(draft, "free", "free-or-not");
    draft.event.confidence.price = Math.min(draft.event.confidence.price ?? 1, 0.5);
  }
}

function takeFree(draft: EntryDraft, source: FieldValue): void {
  draft.event.price = 0;
  draft.event.free = true;
  draft.event.currency = draft.context.city.currency;
  recordSource(draft, "price", 0.9, source);
  recordSource(draft, "free", 1, source);
  recordSource(draft, "currency", 0.8, null);
}

/** Unit from the price's key or from a currency field. */
function statedUnitOf(
  gathered: Gathered,
  source: FieldValue,
  country: string,
): CurrencyUnit | null {
  const ofKey = source.unit ? unitOf(source.unit, country) : null;
  const field = gathered.get("currency")?.[0];
  const text = field ? foldWords(textOf(field.value) ?? "") : "";
  return (
    ofKey ??
    scaledUnitOf(text, country) ??
    unitOf(text.split(/[\s(,،]+/)[0] ?? "", country) ??
    anyCode(text)
  );
}

/** An ISO 4217 code that is not in the tables. */
const anyCode = (text: string): CurrencyUnit | null =>
  /^[a-z]{3}$/.test(text) ? { currency: text.toUpperCase(), factor: 1 } : null;

function take(
  draft: EntryDraft,
  source: FieldValue,
  price: ReadPrice,
  stated: CurrencyUnit | null,
): void {
  const { event, context } = draft;
  const named = price.unit ?? stated;
  // In Iran, thousands and millions without a unit are toman.
  const isScaled = /هزار|میلیون|\dk(?!\p{L})/u.test(foldWords(textOf(source.value) ?? ""));
  const isIran = context.city.currency === "IRR";
  const unit = named ?? (isIran && isScaled ? { currency: "IRR", factor: 10 } : null);
  // «۲۵۰ ت» is 250 thousand toman.
  const isShort =
    isIran &&
    unit?.factor === 10 &&
    !isScaled &&
    (price.amount ?? 0) > 0 &&
    (price.amount ?? 0) < SHORT;
  const currency = unit?.currency ?? context.city.currency;
  const whole = (price.amount ?? 0) * (unit?.factor ?? 1) * (isShort ? 1_000 : 1);
  const amount = NO_DECIMALS.has(currency) ? Math.round(whole) : Math.round(whole * 100) / 100;
  if (!Number.isFinite(amount) || amount > (currency === "IRR" ? HUGEST.IRR : HUGEST.other)) {
    recordSource(draft, "price", 0, source);
    addIssue(draft, "price", "huge-price");
    return;
  }
  event.price = amount;
  event.free = amount === 0;
  event.currency = currency;
  recordSource(draft, "price", price.confidence, source);
  recordSource(draft, "free", price.confidence, source);
  recordSource(draft, "currency", unit ? 1 : 0.8, source);
  addIssue(draft, "price", ...price.codes);
  if (amount === 0) return;
  if (named === null && isIran && isScaled) {
    addIssue(draft, "price", "unit-unclear");
    event.confidence.price = Math.min(event.confidence.price ?? 1, 0.7);
  }
  if (isShort) {
    addIssue(draft, "price", "thousands-assumed");
    event.confidence.price = Math.min(event.confidence.price ?? 1, 0.6);
  }
  if (unit === null && context.city.currency === "IRR") {
    addIssue(draft, "price", "unit-unclear");
    recordSource(draft, "price", 0.4, source);
    recordSource(draft, "currency", 0.4, source);
  } else if (currency === "IRR" && amount < LOWEST_RIALS) {
    addIssue(draft, "price", "low-price");
    recordSource(draft, "price", 0.5, source);
  }
  if (currency !== context.city.currency) addIssue(draft, "currency", "other-currency");
}

/** Value of the flags about a free event; null if none is readable. */
function flagOf(fieldValues: readonly FieldValue[]): Flag {
  for (const source of fieldValues) {
    const stated = (textOf(source.value) ?? String(source.value)).trim().slice(0, FLAG_LENGTH);
    // Removes marks such as in "بله ✅".
    const text = /[\p{L}\d]/u.test(stated)
      ? stated.replace(/^[^\p{L}\d]+|(?<![^\p{L}\d])[^\p{L}\d]+$/gu, "")
      : stated.replace(/\uFE0F/g, "");
    if (YES.test(text)) return { value: true, source };
    if (NO.test(text)) return { value: false, source };
  }
  return null;
}

type Flag = { value: boolean; source: FieldValue } | null;
const unless = (flag: Flag): Flag => flag && { ...flag, value: !flag.value };

/**
 * Reads a price of any shape: number, text, {min, max, currency}, {adult, child}, list of offers.
 */
function readValue(value: JsonValue, country: string, depth: number): ReadPrice {
  if (typeof value === "number") {
    if (value < 0) return { ...NOTHING, codes: ["negative-price"] };
    return { amount: value, unit: null, free: value === 0, confidence: 1, codes: [] };
  }
  if (typeof value === "string") return readPriceText(value, country);
  if (typeof value === "boolean" || value === null || depth > 3) return NOTHING;
  if (Array.isArray(value))
    return lowest(value.slice(0, 30).map((item) => readValue(item, country, depth + 1)));
  return readObject(value, country, depth);
}

function readObject(object: JsonObject, country: string, depth: number): ReadPrice {
  const fields = [...object.fields]
    .slice(0, 30)
    .map(([key, value]) => ({ tokens: keyTokens(key), value }));
  const wordOf = ({ tokens }: { tokens: string[] }) => tokens.join("");
  const currency = fields.find(
    (field) => CURRENCY_KEYS.has(wordOf(field)) && typeof field.value === "string",
  );
  const stated = currency ? foldWords(String(currency.value)) : "";
  const unit = stated === "" ? null : (scaledUnitOf(stated, country) ?? anyCode(stated));
  const isFree = fields.some(
    ({ tokens, value }) =>
      (tokens.includes("free") &&
        (value === true || (typeof value === "string" && YES.test(value)))) ||
      (wordOf({ tokens }) === "type" &&
        typeof value === "string" &&
        /^\s*(?:free|رایگان)\s*$/i.test(value)),
  );
  const surest = fields.filter((field) => LOW_KEYS.has(wordOf(field)) && field.value !== null);
  const others = fields.filter(
    (field) =>
      field !== currency &&
      !field.tokens.some((token) =>
        /^(?:url|link|date|name|type|availability|note|notes|free|count|quantity)$/.test(token),
      ) &&
      !wordOf(field).startsWith("valid"),
  );
  const read = (list: typeof fields) =>
    lowest(
      list.map(({ tokens, value }) => {
        const price = readValue(value, country, depth + 1);
        const ofKey =
          tokens
            .map((token) => (token.length > 2 ? unitOf(token, country) : null))
            .find((found) => found !== null) ?? null;
        return { ...price, unit: price.unit ?? ofKey };
      }),
    );
  const first = read(surest);
  const found = first.amount === null ? read(others) : first;
  if (found.amount === null && isFree)
    return { amount: 0, unit, free: true, confidence: 0.95, codes: [] };
  return { ...found, unit: found.unit ?? unit, confidence: found.confidence * 0.95 };
}

/** The lowest of several prices, ignoring free ones unless all are free. */
function lowest(prices: readonly ReadPrice[]): ReadPrice {
  const stated = prices.filter(({ amount }) => amount !== null);
  const size = ({ amount, unit }: ReadPrice) => (amount ?? 0) * (unit?.factor ?? 1);
  const paid = stated.filter(({ amount }) => amount !== 0);
  const [first, ...others] = paid.length > 0 ? paid : stated;
  if (!first) return { ...NOTHING, codes: [...new Set(prices.flatMap(({ codes }) => codes))] };
  const chosen = others.reduce(
    (least, price) => (size(price) < size(least) ? price : least),
    first,
  );
  return {
    ...chosen,
    confidence: stated.length > 1 ? Math.min(chosen.confidence, 0.9) : chosen.confidence,
  };
}
