import { DAY } from "../../../lib/dates/durations";
import type { Tier } from "../users/schema";

/** Limits of submissions and active events. */
export interface CreatorLimits {
  day: number;
  month: number;
  active: number;
}

/** Limits by tier (decisions.md §4). Staff have none. */
export const LIMITS: Readonly<Record<Tier, CreatorLimits>> = {
  "low trust": { day: 1, month: 4, active: 2 },
  "new user": { day: 3, month: 10, active: 5 },
  regular: { day: 10, month: 60, active: 30 },
  trusted: { day: 30, month: 300, active: 150 },
};

/** Wait of low-trust creators after a rejection, ms (decisions.md §4). */
export const REJECTION_COOLDOWN = DAY;
