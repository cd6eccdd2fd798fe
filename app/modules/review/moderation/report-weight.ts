import type { UNCOUNTED_REASONS } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import { type Tier, tierOf } from "../../identity/users/schema";

export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

/** Reports that count within 24 hours, per account and per network (decisions.md §3). */
export const COUNTED_REPORTS = { account: 5, network: 20 } as const;

/** Weight of a report by the reporter's trust tier (decisions.md §3). */
const WEIGHTS: Readonly<Record<Tier, number>> = {
  "low trust": 0,
  "new user": 0.5,
  regular: 1,
  trusted: 2,
};

/** Minimum age of an account whose reports count, ms (decisions.md §3). */
const MATURE_AFTER = DAY;

interface Reporter {
  emailVerifiedAt: number | null;
  /** UTC epoch ms. */
  createdAt: number;
  trustScore: number;
}

/**
 * Weight of an account's report at `now` (UTC epoch ms), before the daily limits; or the reason why
 * it does not count.
 */
export function reportWeight(
  reporter: Reporter,
  now: number,
): { weight: number; uncounted: UncountedReason | null } {
  const uncounted = uncountedReason(reporter, now);
  return { weight: uncounted === null ? WEIGHTS[tierOf(reporter.trustScore)] : 0, uncounted };
}

function uncountedReason(
  { emailVerifiedAt, createdAt, trustScore }: Reporter,
  now: number,
): UncountedReason | null {
  if (emailVerifiedAt === null) return "unverified";
  if (now - createdAt < MATURE_AFTER) return "new-account";
  return trustScore < 0 ? "low-trust" : null;
}
