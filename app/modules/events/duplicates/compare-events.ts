import { HOUR, MINUTE } from "../../../lib/dates/durations";
import { canonicalUrl } from "./canonical-url";
import type { Comparison, DuplicateReason, EventSubject, Relation } from "./event-subject";
import {
  compareTitles,
  profileTitle,
  type TitleProfile,
  type TitleSimilarity,
} from "./title-similarity";
import {
  compareVenues,
  knownVenueOf,
  profileVenue,
  type VenueBook,
  type VenueProfile,
  type VenueSimilarity,
} from "./venue-similarity";

/**
 * Minimum score of a duplicate. Chosen on one half of tests/fixtures/duplicate-pairs.json, measured
 * on the other.
 */
export const DUPLICATE_SCORE = 0.6;

/**
 * Maximum difference of two starts, ms: doors and start, or a rounded start. Showings of a play or
 * film are further apart.
 */
export const MAX_START_DIFFERENCE = 60 * MINUTE;
/** Events longer than this have opening hours instead of a start time, ms. */
const LONG = 20 * HOUR;

/** An event prepared for many comparisons. */
export interface EventProfile {
  subject: EventSubject;
  titles: readonly TitleProfile[];
  venue: VenueProfile;
  url: string | null;
  isLong: boolean;
}

const namesOf = ({ en, fa }: { en: string | null; fa: string | null }) =>
  [en, fa].filter((name): name is string => !!name?.trim());

/**
 * Prepares an event for comparison. @param book known venues, to recognize the event's venue by
 * name
 */
export function profileEvent(subject: EventSubject, book?: VenueBook): EventProfile {
  const venues = namesOf(subject.venue);
  return {
    subject,
    titles: [...new Set(namesOf(subject.title))].map(profileTitle),
    venue: profileVenue(
      venues,
      subject.venueId ?? (book ? knownVenueOf(book, subject.cityId, venues) : null),
    ),
    url: canonicalUrl(subject.url),
    isLong: subject.endsAt !== null && subject.endsAt - subject.startsAt > LONG,
  };
}

/** Least share of equal days of the shorter of two series. */
const SHARED_DAYS = 0.5;

/** Instants of a series by local day; of an event of one date that one. */
function startsByDay({
  dates,
  startsAt,
  localDay,
}: EventSubject): ReadonlyMap<string, readonly number[]> {
  const starts = new Map<string, number[]>();
  for (const date of dates ?? [{ startsAt, localDay }])
    starts.set(date.localDay, [...(starts.get(date.localDay) ?? []), date.startsAt]);
  return starts;
}

/**
 * Two series by the share of equal days and the usual difference of their hours, within the time
 * that both cover; an event of one date and a series by its day.
 */
function compareDates(a: EventProfile, b: EventProfile): TimeSimilarity {
  const [one, other] = [startsByDay(a.subject), startsByDay(b.subject)];
  const [daysA, daysB] = [[...one.keys()].sort(), [...other.keys()].sort()];
  const from = [daysA[0] ?? "", daysB[0] ?? ""].sort()[1] ?? "";
  const to = [daysA.at(-1) ?? "", daysB.at(-1) ?? ""].sort()[0] ?? "";
  const within = (days: readonly string[]) => days.filter((day) => day >= from && day <= to);
  const shared = within(daysA).filter((day) => other.has(day));
  const shorter = Math.min(within(daysA).length, within(daysB).length);
  const areSeries = daysA.length > 1 && daysB.length > 1;
  if (
    shared.length === 0 ||
    shared.length < shorter * SHARED_DAYS ||
    (areSeries && shared.length < 2)
  )
    return "other-day";
  if (!a.subject.hasTime || !b.subject.hasTime) return "unknown";
  const apart = shared
    .map((day) =>
      Math.min(
        ...(one.get(day) ?? []).flatMap((start) =>
          (other.get(day) ?? []).map((end) => Math.abs(start - end)),
        ),
      ),
    )
    .sort((x, y) => x - y);
  const usual = apart[Math.floor(apart.length / 2)] ?? 0;
  return usual < MINUTE ? "same" : usual <= MAX_START_DIFFERENCE ? "near" : "other";
}

type TimeSimilarity = "same" | "near" | "unknown" | "other" | "other-day";

function compareTimes(profileA: EventProfile, profileB: EventProfile): TimeSimilarity {
  const [{ subject: a, isLong: isLongA }, { subject: b, isLong: isLongB }] = [profileA, profileB];
  if (a.dates || b.dates) return compareDates(profileA, profileB);
  const apart = Math.abs(a.startsAt - b.startsAt);
  const isSameDay = a.localDay === b.localDay;
  if (isLongA && isLongB) {
    const isSameEnd =
      a.endsAt !== null && b.endsAt !== null && Math.abs(a.endsAt - b.endsAt) <= LONG;
    if (isSameDay && isSameEnd) return "near";
    return isSameDay || apart <= 30 * HOUR ? "unknown" : "other-day";
  }
  if (!a.hasTime || !b.hasTime || isLongA || isLongB) return isSameDay ? "unknown" : "other-day";
  // Sources round to minutes.
  if (apart < MINUTE) return "same";
  if (apart <= MAX_START_DIFFERENCE) return "near";
  return isSameDay ? "other" : "other-day";
}

const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b]);

const NO_TITLE: TitleSimilarity = {
  value: 0,
  isComparable: false,
  substance: 0,
  isOtherNumber: false,
  isPart: false,
};

/**
 * The best similarity among the pairs of titles; if both languages are comparable, the worse one
 * lowers it.
 */
function similarityOfTitles(a: EventProfile, b: EventProfile): TitleSimilarity {
  const venues = union(a.venue.stems, b.venue.stems);
  const pairs = a.titles.flatMap((one) =>
    b.titles.map((other) => compareTitles(one, other, venues)),
  );
  const best = pairs.reduce(
    (found, pair) => (pair.value > found.value ? pair : found),
    pairs[0] ?? NO_TITLE,
  );
  const inOneScript = pairs.filter(({ isComparable }) => isComparable);
  const worst = Math.min(best.value, ...inOneScript.map(({ value }) => value));
  return {
    ...best,
    value: best.value - (inOneScript.length > 1 ? (best.value - worst) * 0.4 : 0),
    isComparable: inOneScript.length > 0,
    isOtherNumber: pairs.some(({ isOtherNumber }) => isOtherNumber),
    isPart: best.isPart,
  };
}

const WEIGHTS = {
  base: -4.2,
  title: 6.4,
  venue: { same: 1.4, similar: 0.7, unknown: 0, other: -3.6 },
  time: { same: 0.9, near: 0.4, unknown: 0, other: 0, "other-day": 0 },
  url: 2.6,
  /** Equal URLs with clearly different titles indicate a programme page. */
  urlOnly: 0.8,
} as const;

/** Maximum scores in the presence of evidence against a duplicate. */
const CAPS = { otherTime: 0.45, otherDay: 0.3, otherNumber: 0.35, part: 0.4 } as const;

/** Minimum similarity of equal titles. */
const SAME_TITLE = 0.9;
const SIMILAR_TITLE = 0.5;
/** Below this substance a title is generic: "Concert", «شب شعر». */
const LITTLE = 0.8;

/**
 * Compares two prepared events. Rules beside the score: another city or day is never a duplicate;
 * same title, venue and day at more than 60 minutes' distance is another showing; another number of
 * a series is another event; a festival and one of its evenings are two events.
 */
export function compareProfiles(a: EventProfile, b: EventProfile): Comparison {
  if (a.subject.cityId !== b.subject.cityId)
    return { score: 0, relation: "different", reasons: ["other-city"] };
  const time = compareTimes(a, b);
  const title = similarityOfTitles(a, b);
  const venue = compareVenues(a.venue, b.venue);
  const hasSameUrl = a.url !== null && a.url === b.url;
  const isNameless = title.substance < LITTLE && venue !== "same" && !hasSameUrl;
  const value = isNameless ? title.value * 0.6 : title.value;
  const url = !hasSameUrl ? 0 : title.isComparable && value < 0.1 ? WEIGHTS.urlOnly : WEIGHTS.url;
  const sum =
    WEIGHTS.base + WEIGHTS.title * value + WEIGHTS.venue[venue] + WEIGHTS.time[time] + url;
  const caps = [
    time === "other" ? CAPS.otherTime : 1,
    time === "other-day" ? CAPS.otherDay : 1,
    title.isOtherNumber ? CAPS.otherNumber : 1,
    title.isPart ? CAPS.part : 1,
  ];
  const score = Math.min(1 / (1 + Math.exp(-sum)), ...caps);
  const isNamed = title.value >= SAME_TITLE && time !== "other-day";
  const relation =
    score >= DUPLICATE_SCORE
      ? "duplicate"
      : isNamed && time === "other" && venue !== "other" && !title.isOtherNumber && !title.isPart
        ? "showing"
        : isNamed && !title.isOtherNumber
          ? "namesake"
          : "different";
  return {
    score: Math.round(score * 1000) / 1000,
    relation,
    reasons: reasonsOf(time, title, venue, hasSameUrl),
  };
}

function reasonsOf(
  time: TimeSimilarity,
  title: TitleSimilarity,
  venue: VenueSimilarity,
  hasSameUrl: boolean,
): DuplicateReason[] {
  const times = {
    same: "same-time",
    near: "near-time",
    unknown: "no-time",
    other: "other-time",
    "other-day": "other-day",
  } as const;
  return [
    title.value >= SAME_TITLE
      ? "same-title"
      : title.value >= SIMILAR_TITLE
        ? "similar-title"
        : "other-title",
    ...(venue === "unknown" ? [] : [`${venue}-venue` as const]),
    times[time],
    ...(hasSameUrl ? ["same-url" as const] : []),
    ...(title.isOtherNumber ? ["other-number" as const] : []),
    ...(title.isPart ? ["part-of-festival" as const] : []),
  ];
}

/** Reasons in favour of a duplicate, in display order. */
const FOR: readonly DuplicateReason[] = [
  "same-url",
  "same-title",
  "similar-title",
  "same-venue",
  "similar-venue",
  "same-time",
  "near-time",
];

export interface Explanation {
  /** Relation of the pair; each has an interface text. */
  relation: Relation;
  /** Reasons for a duplicate, the strongest first; each has an interface text. */
  for: readonly DuplicateReason[];
  /** Reasons against a duplicate. */
  against: readonly DuplicateReason[];
}

/** Splits a comparison into reason codes for and against; pages supply the texts. */
export function explainComparison({ relation, reasons }: Comparison): Explanation {
  return {
    relation,
    for: FOR.filter((reason) => reasons.includes(reason)),
    against: reasons.filter((reason) => !FOR.includes(reason) && reason !== "no-time"),
  };
}
