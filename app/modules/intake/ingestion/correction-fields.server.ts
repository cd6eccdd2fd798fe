import * as v from "valibot";
import type { CalendarSystem } from "../../../lib/dates/dates.server";
import { readTypedDay } from "../../../lib/dates/jalali";
import { showWrittenDay } from "../../../lib/dates/written-days";
import { eventField } from "../../../lib/event/event-fields";
import {
  ANSWER_FIELD_NAMES,
  type AnswerFieldName,
  EMPTY_ANSWER_VALUES,
} from "../../../lib/event/field-groups";
import { foldDigits } from "../../../lib/text/digits";
import type { ParsedEvent } from "../entries/parsed-event";
import type { CandidateValues } from "./candidate-values";
import { readScheduleText, scheduleText, type TypedAround } from "./schedule-text.server";
import { CandidateUpdate } from "./schema";

/** Form fields for corrections, in order. */
export const CORRECTION_FIELDS = [
  "title",
  "titleFa",
  "category",
  "date",
  "time",
  "endDate",
  "endTime",
  "schedule",
  "price",
  "currency",
  "free",
  "venue",
  "address",
  "url",
  "description",
  "descriptionFa",
  "tags",
  ...ANSWER_FIELD_NAMES,
] as const;
export type CorrectionField = (typeof CORRECTION_FIELDS)[number];

/** Values of the form fields; `free` is "1" if checked. */
export type CorrectionTexts = Record<CorrectionField, string>;

/** Parses a typed integer; NaN if invalid, which validation rejects. */
const integerOf = (typed: string): number | null => {
  const plain = foldDigits(typed).trim();
  return plain === "" ? null : /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
};

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);

/**
 * Initial values of the form. Shows rials in toman, and days in the reader's calendar (decisions.md
 * §2).
 * @param currency currency of the city
 */
export function correctionTexts(
  event: Pick<ParsedEvent | CandidateValues, CorrectionField>,
  currency: string,
  calendar: CalendarSystem,
): CorrectionTexts {
  const money = event.currency ?? currency;
  const day = (value: string | null) => (value === null ? "" : showWrittenDay(value, calendar));
  return {
    title: text(event.title),
    titleFa: text(event.titleFa),
    category: text(event.category),
    date: day(event.date),
    time: text(event.time),
    endDate: day(event.endDate),
    endTime: text(event.endTime),
    schedule: scheduleText(event.schedule, calendar),
    price:
      event.free || event.price === null
        ? ""
        : text(money === "IRR" ? event.price / 10 : event.price),
    currency: money,
    free: event.free ? "1" : "",
    venue: text(event.venue),
    address: text(event.address),
    url: text(event.url),
    description: text(event.description),
    descriptionFa: text(event.descriptionFa),
    tags: event.tags.join(", "),
    ...(Object.fromEntries(ANSWER_FIELD_NAMES.map((name) => [name, text(event[name])])) as Record<
      AnswerFieldName,
      string
    >),
  };
}

const PRICE = /^\d+(?:[.٫]\d+)?$/;

/** Parses a typed price into the stored unit; NaN if invalid. */
function priceOf(typed: string, currency: string): number | null {
  const plain = foldDigits(typed).replace(/[\s,٬،']/g, "");
  if (plain === "") return null;
  if (!PRICE.test(plain)) return Number.NaN;
  const price = Number(plain.replace("٫", "."));
  return currency === "IRR" ? Math.round(price * 10) : price;
}

/** Normalizes 7:30 and ۱۹:۳۰ to HH:MM; leaves other texts for validation. */
function timeOf(typed: string): string | null {
  const plain = foldDigits(typed).trim();
  if (plain === "") return null;
  return /^\d:\d\d/.test(plain) ? `0${plain.slice(0, 4)}` : plain.slice(0, 5);
}

/** Converts the form to the API's input (`PUT /admin/ingestion/candidates/{id}`). */
function correctionInput(
  texts: CorrectionTexts,
  around: TypedAround,
): Record<CorrectionField, unknown> {
  const isFree = texts.free === "1";
  const price = isFree ? 0 : priceOf(texts.price, texts.currency);
  const orNull = (value: string) => value.trim() || null;
  return {
    title: orNull(texts.title),
    titleFa: orNull(texts.titleFa),
    category: orNull(texts.category),
    date: texts.date.trim() === "" ? null : readTypedDay(texts.date),
    time: timeOf(texts.time),
    endDate: texts.endDate.trim() === "" ? null : readTypedDay(texts.endDate),
    endTime: timeOf(texts.endTime),
    schedule:
      texts.schedule.trim() === ""
        ? null
        : (readScheduleText(texts.schedule, around) ?? UNREADABLE),
    price,
    currency: price === null ? null : orNull(texts.currency),
    free: isFree || price === 0,
    venue: orNull(texts.venue),
    address: orNull(texts.address),
    url: orNull(texts.url),
    description: orNull(texts.description),
    descriptionFa: orNull(texts.descriptionFa),
    tags: texts.tags
      .split(/[,،]/)
      .map((tag) => tag.trim().replace(/^#/, ""))
      .filter(Boolean),
    ...(Object.fromEntries(
      ANSWER_FIELD_NAMES.map((name) => [
        name,
        eventField(name).type === "integer"
          ? integerOf(texts[name])
          : (orNull(texts[name]) ?? EMPTY_ANSWER_VALUES[name]),
      ]),
    ) as Record<AnswerFieldName, unknown>),
  };
}

const Corrected = v.omit(CandidateUpdate, ["version"]);
export type Corrected = v.InferOutput<typeof Corrected>;

/** Fails validation. */
const UNREADABLE = "unreadable";
/** Fields that follow from several dates. */
const OF_FIRST: readonly CorrectionField[] = ["date", "time", "endDate", "endTime"];
/** Fields that together state a price. */
const MONEY: readonly CorrectionField[] = ["price", "currency", "free"];
const lines = (text: string): string => text.replaceAll("\r\n", "\n");

/**
 * Changed fields of the form, validated; unchanged fields are not validated.
 * Day and hours beside several dates are not read.
 * @param before initial values of the form
 * @returns the values, or issues by field as keys of `errors`
 */
export function readCorrection(
  texts: CorrectionTexts,
  before: CorrectionTexts,
  around: TypedAround,
): { values: Corrected; issues: null } | { values: null; issues: Record<string, string> } {
  const isChanged = (field: CorrectionField) => lines(texts[field]) !== lines(before[field]);
  const isMoney = MONEY.some(isChanged);
  const input = correctionInput(texts, around);
  const isSeries = input.schedule !== null;
  const changed = CORRECTION_FIELDS.filter((field) =>
    MONEY.includes(field) ? isMoney : isChanged(field) && !(isSeries && OF_FIRST.includes(field)),
  );
  const result = v.safeParse(
    Corrected,
    Object.fromEntries(changed.map((field) => [field, input[field]])),
  );
  if (result.success) return { values: result.output, issues: null };
  const issues: Record<string, string> = {};
  for (const issue of result.issues) {
    const field = String(issue.path?.[0]?.key ?? "");
    const message = issue.message.startsWith("errors:") ? issue.message : "errors:issue.value";
    issues[field] ??= field === "schedule" ? "errors:issue.scheduleText" : message;
  }
  return { values: null, issues };
}
