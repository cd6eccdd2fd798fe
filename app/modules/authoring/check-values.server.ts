import { DAY } from "../../lib/dates/durations";
import { instantOf } from "../../lib/dates/written-times.server";
import { AppError } from "../../lib/errors";
import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventValues,
  eventField,
  TEXT_NAMES,
  type TextLimits,
  type TextName,
} from "../../lib/event/event-fields";
import { type Schedule, takesPlace } from "../../lib/event/schedule";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { currencyOf } from "../../lib/text/money";
import type { City } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";
import { checkSchedule } from "../schedule/check-schedule.server";
import { materialise, type Occurrence } from "../schedule/expand-schedule.server";
import type { PlatformSettings } from "../settings/schema";

type Limits = PlatformSettings["content"];

/** A longer event indicates a wrong date. */
const LONGEST = 366 * DAY;

export interface CheckedAgainst {
  limits: Limits;
  /** City of the values; undefined if unknown. */
  city: City | undefined;
  /** UTC epoch ms. */
  now: number;
  /** The event as announced earlier: its dates may lie in the past. */
  announced?: Pick<EventRow, "startsAt" | "endsAt" | "schedule"> | null;
}

/** Resolved city, instants (UTC epoch ms) and currency of a complete event. */
export interface CompleteFacts {
  city: City;
  /** Of the next occurrence. */
  startsAt: number;
  endsAt: number;
  allDay: boolean;
  /** Occurrences to come, cancelled ones included; null without a schedule. */
  occurrences: Occurrence[] | null;
  currency: string;
}

const lengthOf = (text: string): number => [...text].length;

/** Number of decimals of a currency; null for an unknown one (ISO 4217). */
function decimalsOf(currency: string): number | null {
  if (!Intl.supportedValuesOf("currency").includes(currency)) return null;
  // Rials are whole numbers, independent of the ISO minor unit (decisions.md §2).
  if (currency === "IRR") return 0;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Length limits of each text under the settings, in characters. */
export function textLimits(limits: Limits): Record<TextName, { min: number; max: number }> {
  const ranges = TEXT_NAMES.map((name) => {
    const { min, max }: TextLimits = EVENT_FIELDS[name].limits;
    return [name, { min: min ? limits[min] : 0, max: limits[max] }];
  });
  return Object.fromEntries(ranges);
}

function checkLengths(values: EventValues, settings: Limits, isComplete: boolean): HTTPIssue[] {
  const limits = textLimits(settings);
  return TEXT_NAMES.flatMap((name) => {
    const { min, max } = limits[name];
    return (["en", "fa"] as const).flatMap((language): HTTPIssue[] => {
      const text = values[name][language];
      if (text === null) return [];
      const length = lengthOf(text);
      const path = `${name}.${language}`;
      if (length > max) return [{ path, message: "errors:issue.longerThan", values: { max } }];
      const isMinHeld = isComplete || "isMinAlways" in EVENT_FIELDS[name].limits;
      return length < min && isMinHeld
        ? [{ path, message: "errors:issue.shorterThan", values: { min } }]
        : [];
    });
  });
}

function checkPrice({ price, currency }: EventValues, city: City | undefined): HTTPIssue[] {
  const used = currency ?? (city ? currencyOf(city.countryCode) : null);
  if (used === null) return [];
  const decimals = decimalsOf(used);
  if (decimals === null) return [{ path: "currency", message: "errors:issue.currency" }];
  const isRound =
    price === null || Math.abs(price * 10 ** decimals - Math.round(price * 10 ** decimals)) < 1e-6;
  return isRound
    ? []
    : [
        {
          path: "price",
          message: decimals === 0 ? "errors:issue.priceWhole" : "errors:issue.priceDecimals",
          values: { decimals },
        },
      ];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function checkTimes(
  { startsAt, endsAt, schedule }: EventValues,
  against: CheckedAgainst,
  isComplete: boolean,
): HTTPIssue[] {
  const { city, now, announced } = against;
  // Without a city, both times use UTC, which suffices to check their order.
  const timeZone = city?.timeZone ?? "UTC";
  if (schedule)
    return checkSchedule(schedule, {
      timeZone,
      now,
      isComplete: isComplete && !isSame(schedule, announced?.schedule),
    });
  const start = startsAt === null ? null : instantOf(startsAt, timeZone);
  const end = endsAt === null ? null : instantOf(endsAt, timeZone);
  const issues: HTTPIssue[] = [];
  if (startsAt !== null && start === null)
    issues.push({ path: "startsAt", message: "errors:issue.noSuchTime" });
  if (endsAt !== null && end === null)
    issues.push({ path: "endsAt", message: "errors:issue.noSuchTime" });
  if (start !== null && end !== null) {
    if (end <= start) issues.push({ path: "endsAt", message: "errors:issue.endBeforeStart" });
    else if (end - start > LONGEST)
      issues.push({ path: "endsAt", message: "errors:issue.lastsTooLong" });
  }
  // An event of a day or more may be submitted while it is running.
  const isStillOn = start !== null && end !== null && end > now && end - start >= DAY;
  if (isComplete && start !== null && start < now && start !== announced?.startsAt && !isStillOn)
    issues.push({ path: "startsAt", message: "errors:issue.startsInPast" });
  return issues;
}

function checkPosition({ latitude, longitude }: EventValues): HTTPIssue[] {
  if ((latitude === null) === (longitude === null)) return [];
  return [{ path: latitude === null ? "latitude" : "longitude", message: "errors:issue.position" }];
}

/** Ages of children are a range, and belong to the trait that visitors filter by. */
function checkChildAges({ traits, childAgeFrom, childAgeTo }: EventValues): HTTPIssue[] {
  if (childAgeFrom === null && childAgeTo === null) return [];
  if (!traits.includes("for-children"))
    return [{ path: "traits", message: "errors:issue.childTrait" }];
  return childAgeFrom !== null && childAgeTo !== null && childAgeTo < childAgeFrom
    ? [{ path: "childAgeTo", message: "errors:issue.childAges" }]
    : [];
}

/** A link for taking part online belongs to an event that visitors find as online. */
const checkOnline = ({ attendance, onlineUrl }: EventValues): HTTPIssue[] =>
  onlineUrl !== null && attendance === "in-person"
    ? [{ path: "attendance", message: "errors:issue.onlineOnly" }]
    : [];

/**
 * Required fields that are missing for submission (product.md §5); an event that is online alone
 * needs no venue.
 */
export function missingOf(values: EventValues): HTTPIssue[] {
  return EVENT_FIELD_NAMES.flatMap((name) => {
    const { required: message, type } = eventField(name);
    const path = type === "text" ? `${name}.en` : name;
    const value =
      type === "text"
        ? values[name as TextName].en
        : type === "time"
          ? (values.schedule ?? values[name as "startsAt"])
          : values[name];
    const isNeeded = message !== undefined && !(name === "venue" && values.attendance === "online");
    return isNeeded && value === null ? [{ path, message }] : [];
  });
}

/** The title of a draft, in English; a draft that began in Persian needs it only for submission. */
const draftTitle = ({ title }: EventValues, isPersianFirst: boolean): HTTPIssue[] =>
  title.en !== null || (isPersianFirst && title.fa !== null)
    ? []
    : [{ path: "title.en", message: "errors:issue.required.title" }];

function check(
  values: EventValues,
  against: CheckedAgainst,
  missing: readonly HTTPIssue[],
  isComplete: boolean,
): HTTPIssue[] {
  const issues = [
    ...missing,
    ...(values.city !== null && !against.city
      ? [{ path: "city", message: "errors:issue.city" }]
      : []),
    ...checkLengths(values, against.limits, isComplete),
    ...checkTimes(values, against, isComplete),
    ...checkPrice(values, against.city),
    ...checkPosition(values),
    ...checkChildAges(values),
    ...checkOnline(values),
  ];
  return issues;
}

/**
 * Checks a draft: the English title is required; other values must be possible (decisions.md §3).
 * @param isPersianFirst whether a Persian title is enough (docs/decisions/languages.md); @throws
 * invalid
 */
export function assertDraft(
  values: EventValues,
  against: CheckedAgainst,
  isPersianFirst = false,
): void {
  const issues = check(values, against, draftTitle(values, isPersianFirst), false);
  if (issues.length > 0) throw new AppError("invalid", issues);
}

/**
 * Checks a complete event for submission (product.md §5). @throws invalid with one issue per field
 */
export function assertComplete(values: EventValues, against: CheckedAgainst): CompleteFacts {
  const issues = check(values, against, missingOf(values), true);
  const facts = issues.length > 0 ? null : completeFacts(values, against);
  if (!facts) throw new AppError("invalid", issues);
  return facts;
}

/**
 * Facts of values that were checked; null without a city or a start and end. @throws invalid for a
 * schedule without a date to come
 */
export function completeFacts(values: EventValues, against: CheckedAgainst): CompleteFacts | null {
  const { city } = against;
  if (!city) return null;
  const currency = values.currency ?? currencyOf(city.countryCode);
  if (values.schedule)
    return { city, currency, ...datesOf(values.schedule, city.timeZone, against) };
  const [startsAt, endsAt] = [values.startsAt, values.endsAt].map((time) =>
    time === null ? null : instantOf(time, city.timeZone),
  );
  if (startsAt == null || endsAt == null) return null;
  return { city, startsAt, endsAt, allDay: values.allDay, occurrences: null, currency };
}

/** Facts of a stored event, whose values are not checked again: limits may have come after it. */
export const factsOfRow = (event: EventRow, city: City, now: number): CompleteFacts => ({
  city,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  allDay: event.allDay,
  occurrences:
    event.schedule &&
    materialise(event.schedule, { eventId: event.id, timeZone: event.timeZone }, now),
  currency: event.currency,
});

/**
 * The next of a schedule's occurrences that takes place; of one that is over, the announced times.
 */
function datesOf(schedule: Schedule, timeZone: string, { now, announced }: CheckedAgainst) {
  const occurrences = materialise(schedule, { eventId: "", timeZone }, now);
  const next = occurrences.find(takesPlace) ?? announced ?? occurrences[0];
  if (!next)
    throw new AppError("invalid", [{ path: "schedule", message: "errors:issue.schedule.noDates" }]);
  return { startsAt: next.startsAt, endsAt: next.endsAt, allDay: schedule.allDay, occurrences };
}
