import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { auditEntry } from "../audit/audit-entry.server";
import { personalAuditEntry } from "../audit/personal-details.server";
import { isEmailTaken, searchKeyWithEmail } from "../users/new-user.server";
import { getUserOrThrow } from "../users/queries.server";
import { hashToken } from "./secret-token.server";
import { dropTokens, findToken, takeToken } from "./user-tokens.server";

export interface VerifiedEmail {
  userId: string;
  /**
   * Whether the link was opened in the browser that signed up: only that one has shown that it knows the password, so
   * only there may the link sign in. Anyone may sign up with a stranger's address.
   */
  isSameBrowser: boolean;
}

/**
 * What a link from such a mail still does: confirms an address, or makes the account that waits for it; null where it does
 * not work (any more). Looking at it leaves it as it is.
 */
export async function verificationLinkKind(deps: Pick<Deps, "db" | "clock">, token: string | null): Promise<"address" | "sign-up" | null> {
  if (await findToken(deps, "sign-up", token)) return "sign-up";
  return (await findToken(deps, "verify-email", token)) || (await findToken(deps, "change-email", token)) ? "address" : null;
}

/**
 * Takes a link from a mail: a new account's address becomes verified, or a changed one takes the old one's place.
 * @param device the secret of the browser that opened it
 * @throws AppError("not-found") where the link does not work (any more), AppError("conflict") where the address is taken by now
 */
export async function verifyEmail(deps: Deps, token: string | null, device: string | null): Promise<VerifiedEmail> {
  const taken = (await takeToken(deps, "verify-email", token)) ?? (await takeToken(deps, "change-email", token));
  if (!taken?.userId) throw new AppError("not-found");
  const user = await getUserOrThrow(deps, taken.userId);
  const now = deps.clock.now();
  const isNew = taken.purpose === "verify-email";
  // The address has been changed since the link was sent.
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
    ? and(eq(users.id, user.id), eq(users.email, taken.payload), or(isNull(users.emailVerifiedAt), isNotNull(users.mailRefusedAt)))
    : eq(users.id, user.id);
  try {
    await deps.db.batch([
      deps.db.update(users).set(changes).where(which),
      // Links of both kinds that are under way to the address of before work no longer.
      ...(isNew ? [] : [dropTokens(deps, user.id, "reset-password", "sign-in", "verify-email")]),
      ...(isNew
        ? [auditEntry(deps, { actorId: user.id, action: "user.email-verified", entity: "user", entityId: user.id })]
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
  return { userId: user.id, isSameBrowser: isNew && device !== null && taken.browserHash === (await hashToken(device)) };
}
