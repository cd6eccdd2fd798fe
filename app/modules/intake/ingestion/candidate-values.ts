import { addDays } from "../../../lib/dates/days";
import { HOUR } from "../../../lib/dates/durations";
import {
  ACCESSIBILITY,
  EMPTY_EVENT_VALUES,
  type EventValues,
  pickFields,
  TRAITS,
  type TraitKey,
  type WrittenText,
} from "../../../lib/event/event-fields";
import { ANSWER_FIELD_NAMES, type TextPath, textAt } from "../../../lib/event/field-groups";
import type { Schedule } from "../../../lib/event/schedule";
import { webUrl } from "../../../lib/http/web-url";
import { proposeTraits } from "../../events/propose-traits";
import { addWallDuration, type WallTime } from "../../schedule/wall-time";
import type { ParsedEvent, ParsedFieldName } from "../entries/parsed-event";

/** Stored values of a candidate: parsed, completed from a known venue, and corrected by editors. */
export interface CandidateValues extends Omit<ParsedEvent, "index" | "valid" | "duplicateOf"> {
  venueFa: string | null;
  addressFa: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Traits that an editor has confirmed; absent until one has looked at the proposed ones. */
  confirmedTraits?: TraitKey[];
}

/** Assumed duration without an end, hours. */
const USUAL_HOURS = 2;
const TAGS_MAX = 10;
const TAG_MAX = 40;

const count = (text: string, script: RegExp): number => text.match(script)?.length ?? 0;

/** Whether a text is mostly in the Persian script. */
export const isPersian = (text: string): boolean =>
  count(text, /\p{Script=Arabic}/gu) > count(text, /\p{Script=Latin}/gu);

/** Sorts two texts by language: some sources put Persian into the English field. */
function inBoth(plain: string | null, fa: string | null): WrittenText {
  if (plain !== null && isPersian(plain))
    return {
      en: fa !== null && !isPersian(fa) ? fa : null,
      fa: fa !== null && isPersian(fa) ? fa : plain,
    };
  return { en: plain, fa };
}

/** Uses the Persian text for the English one if missing: names and descriptions, never titles. */
const withEither = ({ en, fa }: WrittenText): WrittenText => ({ en: en ?? fa, fa });

/** Values of a new candidate. */
export function candidateValuesOf({
  index: _index,
  valid: _valid,
  duplicateOf: _duplicateOf,
  ...event
}: ParsedEvent): CandidateValues {
  return { ...event, venueFa: null, addressFa: null, latitude: null, longitude: null };
}

/** The wall time `hours` later, on the next day after midnight. */
function hoursLater(date: string, time: string, hours: number): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + hours * 60;
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = addDays(date, Math.floor(minutes / 1440));
  return `${day}T${pad(Math.floor((minutes % 1440) / 60))}:${pad(minutes % 60)}`;
}

function timesOf({
  date,
  time,
  endDate,
  endTime,
}: CandidateValues): Pick<EventValues, "startsAt" | "endsAt" | "allDay"> {
  if (date === null) return { startsAt: null, endsAt: null, allDay: false };
  // A whole day ends at the next midnight.
  const lastMidnight = `${addDays(endDate ?? date, 1)}T00:00`;
  if (time === null) return { startsAt: `${date}T00:00`, endsAt: lastMidnight, allDay: true };
  const startsAt = `${date}T${time}`;
  if (endTime !== null) return { startsAt, endsAt: `${endDate ?? date}T${endTime}`, allDay: false };
  const isLong = endDate !== null && endDate !== date;
  return {
    startsAt,
    endsAt: isLong ? lastMidnight : hoursLater(date, time, USUAL_HOURS),
    allDay: false,
  };
}

const usualEnd = (start: WallTime): WallTime => addWallDuration(start, USUAL_HOURS * HOUR);

/** The dates of a candidate; those without an end last as long as usual. */
function scheduleOf({ schedule }: CandidateValues): Schedule | null {
  if (!schedule || schedule.kind === "openingHours" || schedule.allDay) return schedule ?? null;
  const withEnd = <
    D extends { originalStart: WallTime; start: WallTime | null; end: WallTime | null },
  >(
    date: D,
  ): D => (date.end === null ? { ...date, end: usualEnd(date.start ?? date.originalStart) } : date);
  if (schedule.kind !== "rule")
    return { ...schedule, dates: schedule.dates.map(withEnd) } as Schedule;
  return {
    ...schedule,
    rules: schedule.rules.map((rule) =>
      rule.end === null ? { ...rule, end: usualEnd(rule.start) } : rule,
    ),
  };
}

/**
 * The resulting event in the names of the event form. Without an end it lasts two hours, without a
 * time the whole day. If venue and description are in Persian only, the English fields get the
 * Persian text. @param city slug
 */
export function eventValuesOf(values: CandidateValues, city: string): EventValues {
  const image = values.imageUrl;
  const isShowable =
    image !== null && (image.startsWith("/media/") || webUrl(image)?.protocol === "https:");
  return {
    ...EMPTY_EVENT_VALUES,
    ...pickFields(values, ANSWER_FIELD_NAMES),
    title: inBoth(values.title, values.titleFa),
    description: withEither(inBoth(values.description, values.descriptionFa)),
    venue: withEither(inBoth(values.venue, values.venueFa)),
    address: inBoth(values.address, values.addressFa),
    organizer: inBoth(values.organizer, null),
    city,
    latitude: values.latitude,
    longitude: values.longitude,
    traits: TRAITS.filter((key) => values.confirmedTraits?.includes(key)),
    accessibility: ACCESSIBILITY.filter((key) => values.confirmedTraits?.includes(key)),
    ...timesOf(values),
    schedule: scheduleOf(values),
    price: values.free ? 0 : values.price,
    currency: values.currency,
    ticketUrl: values.url !== null && webUrl(values.url) ? values.url : null,
    imageUrl: isShowable ? image : null,
    categories: values.category === null ? [] : [values.category],
    tags: [
      ...new Set(
        values.tags.map((tag) => [...tag].slice(0, TAG_MAX).join("").trim()).filter(Boolean),
      ),
    ].slice(0, TAGS_MAX),
  };
}

/**
 * Traits to confirm: the answer's and those of the rules; none once an editor has. @param event of
 * `eventValuesOf`
 */
export const proposedTraitsOf = (
  values: CandidateValues,
  event: EventValues,
  countryCode: string | null,
): TraitKey[] =>
  values.confirmedTraits
    ? []
    : [...new Set([...values.proposedTraits, ...proposeTraits(event, countryCode)])];

/** Origin of texts that a machine translated; an editor's change removes it, as any other. */
const MACHINE = "machine translation";

/** The values with fields marked as written by a machine. */
export const writtenByMachine = (
  values: CandidateValues,
  fields: readonly ParsedFieldName[],
): CandidateValues => ({
  ...values,
  origin: {
    ...values.origin,
    ...Object.fromEntries(fields.map((field) => [field, { key: MACHINE, text: "" }])),
  },
});

/** The texts of the resulting event that a machine wrote. @param event of `eventValuesOf` */
export function machineMarks(values: CandidateValues, event: EventValues): TextPath[] {
  const written = (["title", "titleFa", "description", "descriptionFa", "venue"] as const).flatMap(
    (field) => (values.origin[field]?.key === MACHINE ? (values[field] ?? []) : []),
  );
  const paths = (["title", "description", "venue"] as const).flatMap((name): TextPath[] => [
    `${name}.en`,
    `${name}.fa`,
  ]);
  return paths.filter((path) => written.includes(textAt(event, path) ?? ""));
}
