/** What is compared: an event that is there, one that somebody writes, or a candidate of a run. */
export interface EventSubject {
  /** Of its own among all that are compared. */
  id: string;
  cityId: string;
  /** As written, whichever script stands in which: sources put Persian titles into the plain field. */
  title: { en: string | null; fa: string | null };
  venue: { en: string | null; fa: string | null };
  /** The known venue, where it is one. */
  venueId: string | null;
  /** UTC epoch ms. */
  startsAt: number;
  /** UTC epoch ms; null where it is not known. */
  endsAt: number | null;
  /** The start's calendar day in the city's zone, YYYY-MM-DD. */
  localDay: string;
  /** False for a whole day, and where no hour was announced: `startsAt` is then the day's beginning. */
  hasTime: boolean;
  /** Where tickets or more are to be had. */
  url: string | null;
}

/** Why two events count as one, or why not; pages have a text for each. */
export const DUPLICATE_REASONS = [
  "same-title",
  "similar-title",
  "other-title",
  "same-venue",
  "similar-venue",
  "other-venue",
  "same-time",
  "near-time",
  "no-time",
  "other-time",
  "other-day",
  "other-city",
  "same-url",
  "other-number",
  "part-of-festival",
] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/**
 * - `duplicate`: the same occurrence, written twice.
 * - `showing`: the same title at one venue and day, at a clearly different hour: another showing, which has its own entry.
 * - `namesake`: the same title on one day, at another venue or in another part of a series.
 * - `different`: neither.
 */
export type Relation = "duplicate" | "showing" | "namesake" | "different";

export interface Comparison {
  /** 0 to 1; `DUPLICATE_SCORE` and more is a duplicate. */
  score: number;
  relation: Relation;
  reasons: readonly DuplicateReason[];
}
