import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isStaffRole, type Role } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";
import { SECOND_FACTOR_GRACE } from "../settings/second-factor-grace.server";

/** The accounts of the seed, which a local run alone has. */
const DEMO_ADDRESS = /@rooydad\.example$/;

interface StaffRow {
  id: string;
  role: Role;
  email: string | null;
  totpEnabledAt: number | null;
  hasPasskey: boolean;
  secondFactorDueAt: number | null;
}

/**
 * When an account of the staff without a second factor needs one, UTC ms; null where it does not: members, those who have
 * an app or a passkey, the demo accounts of local runs, and everybody while the setting is off. Where nothing is stored, the
 * rule applies for the first time and the grace begins now.
 */
export async function secondFactorDeadline(
  deps: Pick<Deps, "db" | "clock" | "memo" | "later" | "isLocal">,
  { id, role, email, totpEnabledAt, hasPasskey, secondFactorDueAt }: StaffRow,
): Promise<number | null> {
  if (!isStaffRole(role) || totpEnabledAt !== null || hasPasskey) return null;
  if (deps.isLocal && DEMO_ADDRESS.test(email ?? "")) return null;
  if (!(await settingsOf(deps)).security.requireStaffSecondFactor) return null;
  if (secondFactorDueAt !== null) return secondFactorDueAt;
  const dueAt = deps.clock.now() + SECOND_FACTOR_GRACE;
  deps.later(
    deps.db
      .update(users)
      .set({ secondFactorDueAt: dueAt })
      .where(and(eq(users.id, id), isNull(users.secondFactorDueAt)))
      .run(),
  );
  return dueAt;
}
