import {
  type CalendarSystem,
  fromWallTime,
  toIsoWithOffset,
} from "../../../lib/dates/dates.server";
import { instantOf, wallTimeIn } from "../../../lib/dates/written-times.server";
import { AppError, staleError } from "../../../lib/errors";
import type { EventValues } from "../../../lib/event/event-fields";
import { EMPTY_ANSWER_VALUES } from "../../../lib/event/field-groups";
import type { SignedInContext } from "../../../lib/http/request-context";
import { currencyOf } from "../../../lib/text/money";
import {
  type Corrected,
  type CorrectionTexts,
  correctionTexts,
  readCorrection,
} from "../../intake/ingestion/correction-fields.server";
import { editCandidate } from "../../intake/ingestion/edit-candidate.server";
import { assertMayFix, writeCase } from "./apply-fix.server";
import { type FixableCase, type FixableKind, fixableCase } from "./fixes.server";

/** Fields of a case that are corrected in place: what a decision rests on. */
export const CASE_FIELDS = [
  "title",
  "titleFa",
  "date",
  "time",
  "endDate",
  "endTime",
  "venue",
  "price",
  "currency",
  "free",
] as const;
export type CaseField = (typeof CASE_FIELDS)[number];

/** The case's values as its form shows them: days in the reader's calendar, rials in toman. */
export const correctionOf = (subject: FixableCase, calendar: CalendarSystem): CorrectionTexts =>
  correctionTexts(
    subject.stored ?? writtenValues(subject),
    currencyOf(subject.city.countryCode),
    calendar,
  );

/** The values of an event in the fields of an imported one. */
function writtenValues({ values, city }: FixableCase) {
  const wall = (written: string | null) =>
    written === null ? ["", ""] : wallTimeIn(written, city.timeZone).split("T");
  const [date = "", time = ""] = wall(values.startsAt);
  const [endDate = "", endTime = ""] = wall(values.endsAt);
  return {
    ...EMPTY_ANSWER_VALUES,
    title: values.title.en,
    titleFa: values.title.fa,
    description: null,
    descriptionFa: null,
    category: null,
    date: date || null,
    time: values.allDay ? null : time || null,
    endDate: endDate === date ? null : endDate || null,
    endTime: values.allDay ? null : endTime || null,
    schedule: values.schedule,
    price: values.price,
    currency: values.currency,
    free: values.price === 0,
    venue: values.venue.en,
    address: null,
    url: null,
    tags: [],
  };
}

/**
 * Corrects a case in place, by the commands and checks of its form. @param typed what the form
 * sends; other fields stay
 * @returns issues by field as keys of `errors`; null once it is written
 * @throws conflict if it was decided or changed meanwhile; invalid, by the fields of an event
 */
export async function correctCase(
  context: SignedInContext,
  { kind, id, version }: { kind: FixableKind; id: string; version: number | null },
  typed: Partial<Record<CaseField, string>>,
): Promise<Record<string, string> | null> {
  const { deps, signedIn, calendar } = context;
  assertMayFix(signedIn, kind);
  const subject = await fixableCase(context, kind, id);
  if (!subject) throw new AppError("conflict");
  if (version !== subject.version) throw staleError();
  const before = correctionOf(subject, calendar);
  const { values, issues } = readCorrection({ ...before, ...typed }, before, {
    month: new Date(deps.clock.now()).toISOString().slice(0, 7),
    country: subject.city.countryCode,
  });
  if (!values) return issues;
  if (Object.keys(values).length === 0) return null;
  if (kind === "candidate")
    await editCandidate(deps, signedIn, id, { version: subject.version, ...values });
  else await writeCase(context, subject, { ...subject.values, ...eventChanges(subject, values) });
  return null;
}

/** Corrected fields as values of the event. */
function eventChanges(subject: FixableCase, changed: Corrected): Partial<EventValues> {
  const { title, venue, currency } = subject.values;
  return {
    ...(("title" in changed || "titleFa" in changed) && {
      title: {
        en: changed.title === undefined ? title.en : changed.title,
        fa: changed.titleFa === undefined ? title.fa : changed.titleFa,
      },
    }),
    ...(changed.venue !== undefined && { venue: { ...venue, en: changed.venue } }),
    ...(changed.price !== undefined && {
      price: changed.price,
      currency: changed.currency ?? currency,
    }),
    ...changedTimes(subject, changed),
  };
}

/** New start and end: an end that is not corrected moves with the start. */
function changedTimes(
  { values, city: { timeZone } }: FixableCase,
  changed: Corrected,
): Partial<EventValues> {
  const names = ["date", "time", "endDate", "endTime"] as const;
  const { startsAt, endsAt, schedule } = values;
  if (schedule || !startsAt || !endsAt || !names.some((name) => changed[name] !== undefined))
    return {};
  const [day = "", time = ""] = wallTimeIn(startsAt, timeZone).split("T");
  const [, endTime = ""] = wallTimeIn(endsAt, timeZone).split("T");
  const newDay = changed.date ?? day;
  const start = fromWallTime(newDay, changed.time ?? time, timeZone);
  const lasts = (instantOf(endsAt, timeZone) ?? 0) - (instantOf(startsAt, timeZone) ?? 0);
  const isEndTyped = changed.endDate !== undefined || changed.endTime !== undefined;
  const end = isEndTyped
    ? fromWallTime(changed.endDate ?? newDay, changed.endTime ?? endTime, timeZone)
    : start + lasts;
  return {
    startsAt: toIsoWithOffset(start, timeZone),
    endsAt: toIsoWithOffset(end, timeZone),
    ...(changed.time && { allDay: false }),
  };
}
