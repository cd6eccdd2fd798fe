import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { auditEntry } from "../audit/audit-entry.server";
import { getUserOrThrow } from "../users/queries.server";
import { type UserJson, type UserRow, userJson } from "../users/user-json.server";
import { auditRefusal } from "./audit-refusal.server";
import { checkSecondFactor } from "./check-second-factor.server";
import { userOfClaims } from "./external-user.server";
import type { SignIn } from "./schema";
import { findByAccessToken, openSession } from "./sessions.server";
import { checkPassword } from "./sign-in.server";
import type { Caller } from "./sign-up.server";
import { createAccessToken, createIdToken, ID_TOKEN_LIFETIME, isPastItsTime, readIdToken } from "./tokens.server";

export interface Login {
  access_token: string;
  user: UserJson;
}

/**
 * Takes an identity token, ours or firebase's, for an access token (product.md §7).
 * @throws AppError("unauthorized") for any token that is not a good one, AppError("forbidden") for the deactivated
 */
export async function exchangeToken(deps: Deps, token: string, caller: Pick<Caller, "userAgent" | "locale" | "address">): Promise<Login> {
  const { user, sessionId } = await bearerOf(deps, token, caller);
  if (!user.isActive) throw new AppError("forbidden");
  if (sessionId !== null) return { access_token: await createAccessToken(deps, user.id, sessionId), user: userJson(user) };
  const { session, statements } = await openSession(deps, { userId: user.id, userAgent: caller.userAgent, kind: "api" });
  await deps.db.batch([
    ...statements,
    auditEntry(deps, {
      actorId: user.id,
      action: "user.signed-in",
      entity: "user",
      entityId: user.id,
      source: "api",
      sessionId: session.id,
    }),
  ]);
  return { access_token: await createAccessToken(deps, user.id, session.id), user: userJson(user) };
}

async function bearerOf(
  deps: Deps,
  token: string,
  caller: Pick<Caller, "locale" | "address">,
): Promise<{ user: UserRow; sessionId: string | null }> {
  const own = await readIdToken(deps, token);
  if (own) {
    const { subject, sessionId, issuedAt } = own;
    // A token of a session that has ended since is worth nothing.
    if (sessionId !== null && !(await findByAccessToken(deps, { userId: subject, sessionId }))) throw new AppError("unauthorized");
    const user = await getUserOrThrow(deps, subject).catch((error) => {
      throw error instanceof AppError ? new AppError("unauthorized") : error;
    });
    // Whoever had the password before it changed has nothing any more, what they carry along included.
    if (issuedAt < user.tokensValidFrom) throw new AppError("unauthorized");
    return { user, sessionId };
  }
  const claims = await deps.identity.remote?.verify(token);
  const user = claims ? await userOfClaims(deps, claims, caller.locale) : null;
  if (!claims || !user) {
    if (!isPastItsTime(deps, token))
      deps.later(auditRefusal(deps, caller.address, { action: "token.refused", entity: "token", metadata: { kind: "identity" } }));
    throw new AppError("unauthorized");
  }
  if (claims.issuedAt < user.tokensValidFrom) throw new AppError("unauthorized");
  // Firebase knows nothing of our second factor, so its word alone is not enough for who has one.
  if (user.totpEnabledAt !== null) throw new AppError("unauthorized");
  return { user, sessionId: null };
}

export interface IssuedIdToken {
  idToken: string;
  /** Seconds. */
  expiresIn: number;
}

/**
 * Address and password for an identity token (decisions.md §12).
 * @throws AppError("invalid") with an issue at `code` where a second factor is missing or wrong, else what `checkPassword` throws
 */
export async function issueIdToken(deps: Deps, input: SignIn, caller: Caller): Promise<IssuedIdToken> {
  const user = await checkPassword(deps, input, caller);
  if (user.totpEnabledAt !== null) await checkSecondFactor(deps, user, input.code ?? "");
  return { idToken: await createIdToken(deps, user, null), expiresIn: ID_TOKEN_LIFETIME };
}

/** For the browser's own calls: an identity token that is bound to the page session (decisions.md §5). */
export async function issueSessionToken(deps: Deps, userId: string, sessionId: string): Promise<IssuedIdToken> {
  const user = await getUserOrThrow(deps, userId);
  return { idToken: await createIdToken(deps, user, sessionId), expiresIn: ID_TOKEN_LIFETIME };
}
