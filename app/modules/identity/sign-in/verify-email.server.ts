import { eq, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { auditEntry, personalAuditEntry } from "../../audit/audit-entry.server";
import { runGuarded } from "../../store/run-guarded.server";
import { assertGoodPassword } from "../change-password.server";
import { hasPassword } from "../factors/confirm-identity.server";
import { factorChange } from "../factors/factor-change.server";
import { firstProof } from "../first-proof.server";
import { hashPassword } from "../password.server";
import {
  consumeToken,
  dropTokens,
  findToken,
  hashToken,
  type UserToken,
} from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { getUserOrThrow, searchKeyWithEmail } from "../users/queries.server";
import { checkPassword } from "./sign-in.server";

/** The browser that opens a link. */
export interface LinkReader {
  /** Its device secret. */
  device: string | null;
  /** The account that is signed in there. */
  userId: string | null;
}

/** A mailed link that confirms an address. */
interface AddressLink {
  token: UserToken;
  user: UserRow;
  /** Whether it was opened in the browser that asked for it. */
  isSameBrowser: boolean;
  /** Whether opening it there, or while signed in to the account, is all that it takes. */
  isEnough: boolean;
}

async function findLink(
  deps: Pick<Deps, "db" | "clock">,
  secret: string | null,
  { device, userId }: LinkReader,
): Promise<AddressLink | null> {
  const token =
    (await findToken(deps, "verify-email", secret)) ??
    (await findToken(deps, "change-email", secret));
  if (!token?.userId) return null;
  const user = await getUserOrThrow(deps, token.userId);
  const isNew = token.purpose === "verify-email";
  // The address changed since the link was sent.
  if (isNew && user.email !== token.payload) return null;
  const isSameBrowser = device !== null && token.browserHash === (await hashToken(device));
  // An address that was proved before is only confirmed again, as after a refused mail.
  const isAgain = isNew && user.emailProvedAt !== null;
  return {
    token,
    user,
    isSameBrowser,
    isEnough: isSameBrowser || userId === user.id || isAgain,
  };
}

/**
 * What a mailed link asks for, without consuming it; null for an invalid one. `sign-up` creates the
 * postponed account, `confirm` confirms at once. Anyone may sign up with a stranger's address, and
 * anyone may mistype one: elsewhere than where it was asked for, the link asks for the `password`
 * of the account. Of a new account `mayReplace` says that a new password may take its place.
 * `log-in` is for accounts without a password.
 */
export async function verificationLinkKind(
  deps: Pick<Deps, "db" | "clock" | "identity">,
  token: string | null,
  reader: LinkReader,
): Promise<
  | { kind: "sign-up" | "confirm" | "log-in" }
  | { kind: "password"; since: number; email: string; mayReplace: boolean }
  | null
> {
  if (await findToken(deps, "sign-up", token)) return { kind: "sign-up" };
  const link = await findLink(deps, token, reader);
  if (!link) return null;
  if (link.isEnough) return { kind: "confirm" };
  const { remote } = deps.identity;
  const mayReplace = link.token.purpose === "verify-email" && remote === null;
  if (!hasPassword(link.user, remote) && !mayReplace) return { kind: "log-in" };
  return { kind: "password", since: link.user.createdAt, email: link.token.payload, mayReplace };
}

export interface VerifiedEmail {
  userId: string;
  /** Whether a new account was confirmed in the browser that signed up: there it may sign in. */
  isSameBrowser: boolean;
}

/**
 * Follows a mailed link where it was asked for: confirms the address of a new account, or replaces
 * the address of an existing one.
 * @throws not-found for an invalid link; unauthorized where the link asks for the password;
 * conflict if the address is taken meanwhile
 */
export async function verifyEmail(
  deps: Deps,
  token: string | null,
  reader: LinkReader,
): Promise<VerifiedEmail> {
  const link = await findLink(deps, token, reader);
  if (!link) throw new AppError("not-found");
  if (!link.isEnough) throw new AppError("unauthorized");
  await confirm(deps, link, token);
  return {
    userId: link.user.id,
    isSameBrowser: link.isSameBrowser && link.token.purpose === "verify-email",
  };
}

/**
 * Follows a mailed link in another browser, with the password of the account. Failures count as
 * those of a sign-in.
 * @returns the id of the account, which may sign in there
 * @throws as `verifyEmail` and `checkPassword`
 */
export async function verifyEmailByPassword(
  deps: Deps,
  token: string | null,
  password: string,
  caller: Caller,
): Promise<string> {
  const link = await findLink(deps, token, { device: caller.device, userId: null });
  if (!link) throw new AppError("not-found");
  const { user } = link;
  const known = await checkPassword(deps, { email: user.email ?? "", password }, caller);
  if (known.id !== user.id) throw new AppError("unauthorized");
  await confirm(deps, link, token);
  return user.id;
}

/**
 * Follows the mailed link of a new account in another browser, with a new password: the first proof
 * of the address, after which nothing made before gives access.
 * @returns the id of the account, which may sign in there
 * @throws not-found for an invalid link and for a change of address, which only the account itself
 * confirms; invalid with an issue at `password`
 */
export async function verifyEmailByNewPassword(
  deps: Deps,
  token: string | null,
  password: string,
  caller: Caller,
): Promise<string> {
  const link = await findLink(deps, token, { device: null, userId: null });
  if (!link || link.isEnough || link.token.purpose !== "verify-email" || deps.identity.remote)
    throw new AppError("not-found");
  await assertGoodPassword(deps, "password", password);
  await confirm(deps, link, token, {
    passwordHash: await hashPassword(deps, password),
    caller,
  });
  return link.user.id;
}

/** @param replaced the new password, when nothing else of the account is to stay */
async function confirm(
  deps: Deps,
  { user, token: { purpose, payload: email } }: AddressLink,
  secret: string | null,
  replaced: { passwordHash: string; caller: Caller } | null = null,
): Promise<void> {
  // Of concurrent calls, one goes on.
  if (!(await consumeToken(deps, purpose, secret))) throw new AppError("not-found");
  const { db, clock } = deps;
  const isNew = purpose === "verify-email";
  const now = clock.now();
  const change = replaced
    ? await factorChange(deps, {
        user,
        change: "passwordReset",
        sessionId: null,
        caller: replaced.caller,
      })
    : null;
  await runGuarded(
    deps,
    [
      db
        .update(users)
        .set({
          // Guard: null violates NOT NULL if the address of the account changed since the read.
          displayName: sql`CASE WHEN ${users.email} IS ${user.email} THEN ${users.displayName} END`,
        })
        .where(eq(users.id, user.id)),
      ...(user.emailProvedAt === null ? firstProof(deps, user.id, replaced === null) : []),
      db
        .update(users)
        .set({
          email,
          emailVerifiedAt: isNew && user.emailVerifiedAt !== null ? user.emailVerifiedAt : now,
          emailProvedAt: isNew ? (user.emailProvedAt ?? now) : now,
          mailRefusedAt: null,
          searchKey: searchKeyWithEmail(email),
          ...(replaced && { passwordHash: replaced.passwordHash }),
          updatedAt: now,
        })
        .where(eq(users.id, user.id)),
      // Invalidates pending links to the former address.
      ...(isNew ? [] : [dropTokens(deps, user.id, "reset-password", "sign-in", "verify-email")]),
      ...(isNew
        ? [
            auditEntry(deps, {
              actorId: user.id,
              action: "user.email-verified",
              entity: "user",
              entityId: user.id,
              metadata: replaced ? { accessCleared: true } : {},
            }),
          ]
        : personalAuditEntry(deps, {
            actorId: user.id,
            action: "user.email-changed",
            userId: user.id,
            before: { email: user.email },
            after: { email },
          })),
      ...(change?.statements ?? []),
    ],
    {
      "users.display_name": () => new AppError("not-found"),
      "users.email": () => new AppError("conflict"),
    },
  );
  change?.finish();
}
