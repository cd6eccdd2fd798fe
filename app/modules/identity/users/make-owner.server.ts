import { eq, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { auditEntry } from "../../audit/audit-entry.server";
import { revokeAllAccess } from "../access.server";
import { OPERATORS_LINK } from "../change-password.server";
import { normalizeEmail } from "../email-address";
import { tokenStatement } from "../tokens/user-tokens.server";
import { findUserByEmail, newUser } from "./queries.server";

/**
 * Makes the account of an address the owner, which no role can appoint in the product (decisions.md
 * §6). An existing account keeps its data and loses its credentials: anyone may have signed up with
 * the address (decisions.md §5).
 * @param displayName name of a new account
 * @returns token of a link that sets a password within an hour
 * @throws invalid for an invalid address
 */
export async function makeOwner(
  deps: Pick<Deps, "db" | "clock" | "ids" | "random">,
  input: { email: string; displayName: string },
): Promise<{ token: string; isNew: boolean }> {
  const email = normalizeEmail(input.email);
  if (email === null)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
  const { db } = deps;
  const now = deps.clock.now();
  const known = await findUserByEmail(deps, email);
  const id = known?.id ?? deps.ids.next();
  const { token, statements } = await tokenStatement(deps, {
    purpose: "reset-password",
    userId: id,
    payload: OPERATORS_LINK,
  });
  const account = {
    id,
    email,
    emailVerifiedAt: null,
    displayName: input.displayName,
    passwordHash: null,
    photoUrl: null,
    preferredLanguage: null,
  };
  await db.batch([
    ...(known ? revokeAllAccess(deps, id) : ([newUser(deps, account)] as const)),
    db
      .update(users)
      .set({
        role: "owner",
        isActive: true,
        deleteAfter: null,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
        updatedAt: now,
      })
      .where(eq(users.id, id)),
    ...statements,
    auditEntry(deps, {
      actorId: null,
      action: "user.made-owner",
      entity: "user",
      entityId: id,
      severity: "critical",
      source: "command-line",
    }),
  ]);
  return { token, isNew: known === null };
}
