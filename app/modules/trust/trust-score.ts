import type { TRUST_KINDS } from "../../../db/schema";

export type TrustKind = (typeof TRUST_KINDS)[number];

export const TRUST_MIN = -50;
export const TRUST_MAX = 100;

/** What each cause is worth (decisions.md §4). An adjustment names its own points. */
export const TRUST_POINTS: Readonly<Record<Exclude<TrustKind, "adjustment">, number>> = {
  "verified-email": 10,
  approval: 5,
  rejection: -10,
  "upheld-flag": -5,
  membership: 1,
};

/** Membership counts so many months (decisions.md §4). */
export const MEMBERSHIP_MONTHS_MAX = 12;

/** A score is the sum of its entries, clamped. */
export function scoreOf(entries: readonly { points: number }[]): number {
  const sum = entries.reduce((total, { points }) => total + points, 0);
  return Math.max(TRUST_MIN, Math.min(TRUST_MAX, sum));
}
