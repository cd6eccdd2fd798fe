import { and, inArray, isNull } from "drizzle-orm";
import { users } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { isStaffRole, ROLES } from "../../lib/permissions";

/** How long staff have until they need a second factor, ms (decisions.md §5). */
export const SECOND_FACTOR_GRACE = 7 * DAY;

/**
 * The statement for when the rule is switched on: the grace begins for the staff whom it applies to
 * for the first time.
 */
export const graceStatement = ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  db
    .update(users)
    .set({ secondFactorDueAt: clock.now() + SECOND_FACTOR_GRACE })
    .where(and(inArray(users.role, ROLES.filter(isStaffRole)), isNull(users.secondFactorDueAt)));
