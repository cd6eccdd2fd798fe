import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { auditEntry } from "../audit/audit-entry.server";
import { personalAuditEntry } from "../audit/personal-details.server";
import { isEmailTaken, searchKeyWithEmail } from "../users/new-user.server";
import { getUserOrThrow } from "../users/queries.server";
import { hashToken } from "./secret-token.server";
import { consumeToken, dropTokens, findToken } from "./user-tokens.server";

export interface VerifiedEmail {
  userId: string;
  /**
   * Whether the link was opened in the browser that signed up. Only there may it sign in: anyone
   * may sign up with a stranger's address.
   */
  isSameBrowser: boolean;
}

/**
 * Effect of a mailed link: confirms an address, or creates the postponed account; null if invalid.
 * Does not consume it.
 */
export async function verificationLinkKind(
  deps: Pick<Deps, "db" | "clock">,
  token: string | null,
): Promise<"address" | "sign-up" | null> {
  if (await findToken(deps, "sign-up", token)) return "sign-up";
  return (await findToken(deps, "verify-email", token)) ||
    (await findToken(deps, "change-email", token))
    ? "address"
    : null;
}

/**
 * Follows a mailed link: verifies the address of a new account, or replaces the address of an
 * existing one.
 * @param device device secret of the browser that opened it
 * @throws not-found for an invalid link; conflict if the address is taken meanwhile
 */
export async function verifyEmail(
  deps: Deps,
  token: string | null,
  device: string | null,
): Promise<VerifiedEmail> {
  const taken =
    (await consumeToken(deps, "verify-email", token)) ??
    (await consumeToken(deps, "change-email", token));
  if (!taken?.userId) throw new AppError("not-found");
  const user = await getUserOrThrow(deps, taken.userId);
  const now = deps.clock.now();
  const isNew = taken.purpose === "verify-email";
  // The address changed since the link was sent.
  if (isNew && user.email !== taken.payload) throw new AppError("not-found");
  const changes = {
    email: taken.payload,
    emailVerifiedAt: now,
    emailProvedAt: now,
    mailRefusedAt: null,
    searchKey: searchKeyWithEmail(taken.payload),
    updatedAt: now,
  };
  const which = isNew
    ? and(
        eq(users.id, user.id),
        eq(users.email, taken.payload),
        or(isNull(users.emailVerifiedAt), isNotNull(users.mailRefusedAt)),
      )
    : eq(users.id, user.id);
  try {
    await deps.db.batch([
      deps.db.update(users).set(changes).where(which),
      // Invalidates pending links to the former address.
      ...(isNew ? [] : [dropTokens(deps, user.id, "reset-password", "sign-in", "verify-email")]),
      ...(isNew
        ? [
            auditEntry(deps, {
              actorId: user.id,
              action: "user.email-verified",
              entity: "user",
              entityId: user.id,
            }),
          ]
        : personalAuditEntry(deps, {
            actorId: user.id,
            action: "user.email-changed",
            userId: user.id,
            before: { email: user.email },
            after: { email: taken.payload },
          })),
    ]);
  } catch (error) {
    if (isEmailTaken(error)) throw new AppError("conflict");
    throw error;
  }
  return {
    userId: user.id,
    isSameBrowser: isNew && device !== null && taken.browserHash === (await hashToken(device)),
  };
}
