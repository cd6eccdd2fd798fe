import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isStaffRole, type Role } from "../../lib/permissions";
import { SECOND_FACTOR_GRACE, settingsOf } from "./platform-settings.server";

/** Seed accounts; they exist in local runs only. */
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
 * Deadline by which a staff account needs a second factor, UTC epoch ms. Null for other roles,
 * accounts with an app or passkey, demo accounts of local runs, and while the setting is off.
 * Stores a new deadline if there is none yet.
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

/**
 * SQL: whether a row of `users` with a staff role acts as staff at `now`, UTC ms, as `effectiveRole`
 * says of an actor. `staffSessions` in party/lookups.ts asks the same.
 */
export const actsAsStaff = (now: number): SQL =>
  sql`(email_verified_at IS NOT NULL AND (totp_enabled_at IS NOT NULL
    OR second_factor_due_at IS NULL OR second_factor_due_at > ${now}
    OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
    OR EXISTS (SELECT 1 FROM platform_settings s WHERE s."group" = 'security' AND s."values" ->> 'requireStaffSecondFactor' = 0)))`;
