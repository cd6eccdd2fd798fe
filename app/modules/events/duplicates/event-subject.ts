/** One date of a series. */
export interface SubjectDate {
  /** UTC epoch ms. */
  startsAt: number;
  /** YYYY-MM-DD in the city's zone. */
  localDay: string;
}

/** An event to compare: stored, being written, or a candidate of an ingestion run. */
export interface EventSubject {
  /** Unique among the compared events. */
  id: string;
  cityId: string;
  /** As written, in any script: some sources put Persian titles into the English field. */
  title: { en: string | null; fa: string | null };
  venue: { en: string | null; fa: string | null };
  /** The known venue, if recognized. */
  venueId: string | null;
  /** UTC epoch ms. */
  startsAt: number;
  /** UTC epoch ms; null if unknown. */
  endsAt: number | null;
  /** The start's calendar day in the city's zone, YYYY-MM-DD. */
  localDay: string;
  /** Dates of a series from its next one on; null or absent for one date. */
  dates?: readonly SubjectDate[] | null;
  /** False for whole days and if no hour was announced: `startsAt` is then the start of the day. */
  hasTime: boolean;
  /** Page of the event, such as ticket sales. */
  url: string | null;
}

/** Reasons for or against a duplicate; each has an interface text. */
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
 * - `duplicate`: the same occurrence, entered twice.
 * - `showing`: same title, venue and day at a clearly different hour: another showing with its own
 *   entry.
 * - `namesake`: same title on one day, at another venue or in another part of a series.
 * - `different`: none of these.
 */
export type Relation = "duplicate" | "showing" | "namesake" | "different";

export interface Comparison {
  /** 0 to 1; a duplicate from `DUPLICATE_SCORE` on. */
  score: number;
  relation: Relation;
  reasons: readonly DuplicateReason[];
}
