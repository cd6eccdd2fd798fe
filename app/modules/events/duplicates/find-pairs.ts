import { DAY } from "../../../lib/dates/durations";
import { compareProfiles, type EventProfile, MAX_START_DIFFERENCE } from "./compare-events";
import type { Comparison } from "./event-subject";
import { compareVenues } from "./venue-similarity";

export interface FoundPair {
  /** From the first list. */
  a: EventProfile;
  b: EventProfile;
  comparison: Comparison;
}

const hasSameTitle = (a: EventProfile, b: EventProfile) =>
  a.titles.some(({ key }) => key !== "" && b.titles.some((other) => other.key === key));

/**
 * Cheap filter before the comparison. Distant hours or different venues are never duplicates; only
 * equal titles then deserve a hint.
 */
function mayMatch(a: EventProfile, b: EventProfile): boolean {
  const [one, other] = [a.subject, b.subject];
  if (one.id === other.id || one.cityId !== other.cityId) return false;
  const isSeries = Boolean(one.dates || other.dates);
  const isSameDay = isSeries
    ? daysOfSubject(one).some((day) => daysOfSubject(other).includes(day))
    : one.localDay === other.localDay;
  const apart = Math.abs(one.startsAt - other.startsAt);
  const areClose = isSeries
    ? isSameDay
    : a.isLong || b.isLong || !one.hasTime || !other.hasTime
      ? isSameDay || (a.isLong && b.isLong && apart <= 2 * DAY)
      : apart <= MAX_START_DIFFERENCE;
  if (
    areClose &&
    ((a.url !== null && a.url === b.url) || compareVenues(a.venue, b.venue) !== "other")
  )
    return true;
  return isSameDay && hasSameTitle(a, b);
}

/**
 * Compares one event with each of the others, including showings under translated titles. Best
 * first.
 */
export function compareWithEach(a: EventProfile, others: readonly EventProfile[]): FoundPair[] {
  return others
    .map((b) => ({ a, b, comparison: compareProfiles(a, b) }))
    .filter(({ comparison }) => comparison.relation !== "different")
    .sort((one, other) => other.comparison.score - one.comparison.score);
}

const blockOf = (cityId: string, day: string) => `${cityId} ${day}`;

/** The calendar day `days` away. @param day YYYY-MM-DD */
export const dayAway = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Local days of an event, of a series all. */
const daysOfSubject = ({ dates, localDay }: EventProfile["subject"]): readonly string[] =>
  dates ? [...new Set(dates.map((date) => date.localDay))] : [localDay];

/**
 * Profiles by city and day, so that each is compared with its neighbours alone. A series has all
 * its days.
 */
function blocksOf(profiles: readonly EventProfile[]): Map<string, EventProfile[]> {
  const blocks = new Map<string, EventProfile[]>();
  for (const profile of profiles) {
    for (const day of daysOfSubject(profile.subject)) {
      const key = blockOf(profile.subject.cityId, day);
      const block = blocks.get(key);
      if (block) block.push(profile);
      else blocks.set(key, [profile]);
    }
  }
  return blocks;
}

/**
 * All pairs of the first list with similar events of the second: duplicates, showings, namesakes.
 * Best first.
 */
export function findPairs(
  subjects: readonly EventProfile[],
  among: readonly EventProfile[],
): FoundPair[] {
  const blocks = blocksOf(among);
  const found: FoundPair[] = [];
  for (const a of subjects) {
    const { cityId } = a.subject;
    const days = new Set(
      daysOfSubject(a.subject).flatMap((day) => [0, -1, 1].map((away) => dayAway(day, away))),
    );
    const seen = new Set<EventProfile>();
    for (const day of days) {
      for (const b of blocks.get(blockOf(cityId, day)) ?? []) {
        if (seen.has(b)) continue;
        seen.add(b);
        if (!mayMatch(a, b)) continue;
        const comparison = compareProfiles(a, b);
        if (comparison.relation !== "different") found.push({ a, b, comparison });
      }
    }
  }
  return found.sort((one, other) => other.comparison.score - one.comparison.score);
}
