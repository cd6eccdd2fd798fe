import { eq } from "drizzle-orm";
import { recoveryCodes, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { confirmPassword } from "./change-password.server";

/** Turns the second factor off. @param password the present one, where the account has one */
export async function disableTotp(deps: Deps, actor: Actor, password: string): Promise<void> {
  await confirmPassword(deps, actor, password);
  await deps.db.batch([
    deps.db.update(users).set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null }).where(eq(users.id, actor.id)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.two-factor-off",
      entity: "user",
      entityId: actor.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
}
