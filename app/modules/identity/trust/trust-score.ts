import type { TRUST_KINDS } from "../../../../db/schema";

export type TrustKind = (typeof TRUST_KINDS)[number];

/**
 * Points of each kind (decisions.md §4). An adjustment names its own. A trigger of migration 0005
 * keeps the clamped sum.
 */
export const TRUST_POINTS: Readonly<Record<Exclude<TrustKind, "adjustment">, number>> = {
  "verified-email": 10,
  approval: 5,
  rejection: -10,
  "upheld-flag": -5,
  membership: 1,
};

/** Membership counts so many months (decisions.md §4). */
export const MEMBERSHIP_MONTHS_MAX = 12;
