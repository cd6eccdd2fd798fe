import { and, eq, gte } from "drizzle-orm";
import { apiKeys, knownDevices, passkeys, recoveryCodes, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { auditEntry } from "../audit/audit-entry.server";
import { getUserOrThrow } from "../users/queries.server";
import { closeSessions } from "./sessions.server";
import { consumeToken, dropPendingTokens, findToken } from "./user-tokens.server";

/** Whether the link of a mail about a changed factor is valid. Does not consume it. */
export const isEndSessionsLinkGood = async (
  deps: Pick<Deps, "db" | "clock">,
  token: string | null,
): Promise<boolean> => (await findToken(deps, "end-sessions", token)) !== null;

/**
 * "It was not me": follows the link of a mail about a changed factor, without signing in
 * (docs/decisions/identity.md). Ends all sessions, forgets known devices, revokes pending links and
 * removes the password, since an attacker knew it or had just signed in. Removes recovery codes,
 * factors and API keys added since the mail, so that an attacker's authenticator does not lock the
 * owner out. The owner returns by a reset link, Google or an older passkey.
 * @throws not-found for an invalid link
 */
export async function endSessionsByLink(deps: Deps, token: string | null): Promise<void> {
  const taken = await consumeToken(deps, "end-sessions", token);
  if (!taken?.userId) throw new AppError("not-found");
  const { id, totpEnabledAt } = await getUserOrThrow(deps, taken.userId);
  const { db } = deps;
  const dropsTotp = totpEnabledAt === null || totpEnabledAt >= taken.createdAt;
  await db.batch([
    ...closeSessions(deps, id, null),
    db
      .update(users)
      .set({ passwordHash: null, updatedAt: deps.clock.now() })
      .where(eq(users.id, id)),
    ...(dropsTotp
      ? [
          db
            .update(users)
            .set({ totpSecret: null, totpEnabledAt: null, totpBegunAt: null, totpLastStep: null })
            .where(eq(users.id, id)),
        ]
      : []),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db
      .delete(passkeys)
      .where(and(eq(passkeys.userId, id), gte(passkeys.createdAt, taken.createdAt))),
    db.delete(apiKeys).where(and(eq(apiKeys.userId, id), gte(apiKeys.createdAt, taken.createdAt))),
    db.delete(knownDevices).where(eq(knownDevices.userId, id)),
    dropPendingTokens(deps, id),
    auditEntry(deps, {
      actorId: id,
      action: "user.sessions-ended-by-mail",
      entity: "user",
      entityId: id,
      severity: "warning",
    }),
  ]);
  deps.later(deps.rooms.signedOut(id, null));
}
