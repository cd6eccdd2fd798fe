import type { Deps, IdentityClaims } from "../../../lib/deps";
import { AppError, isRefusal } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { auditEntry } from "../../audit/audit-entry.server";
import { runGuarded } from "../../store/run-guarded.server";
import { auditRefusal } from "../audit-refusal.server";
import { checkSecondFactor, requestSecondStep } from "../factors/second-factor.server";
import type { SignIn } from "../schema";
import { keepApiSession, openSession } from "../sessions.server";
import { userOfClaims } from "../sign-in/external-user.server";
import { checkPassword } from "../sign-in/sign-in.server";
import { getUserOrThrow, type UserJson, type UserRow, userJson } from "../users/queries.server";
import {
  createAccessToken,
  createIdToken,
  ID_TOKEN_LIFETIME,
  isTokenExpired,
  readIdToken,
} from "./tokens.server";

export interface Login {
  access_token: string;
  user: UserJson;
}

/**
 * Exchanges an identity token, ours or Firebase's, for an access token (product.md §7).
 * @throws unauthorized for an invalid token; forbidden for a deactivated account
 */
export async function exchangeToken(
  deps: Deps,
  token: string,
  caller: Pick<Caller, "userAgent" | "locale" | "address">,
): Promise<Login> {
  const own = await readIdToken(deps, token);
  const { user, sessionId } = own
    ? await bearerOfOwn(deps, own)
    : await bearerOfRemote(deps, token, caller);
  return { access_token: await createAccessToken(deps, user.id, sessionId), user: userJson(user) };
}

interface Bearer {
  user: UserRow;
  sessionId: string;
}

/** Our own tokens end with their session. */
async function bearerOfOwn(
  deps: Deps,
  { subject, sessionId, issuedAt }: IdentityClaims,
): Promise<Bearer> {
  const user = await getUserOrThrow(deps, subject).catch((error) => {
    throw isRefusal(error) ? new AppError("unauthorized") : error;
  });
  // A password change also invalidates older tokens of the session that stays.
  if (issuedAt < user.tokensValidFrom) throw new AppError("unauthorized");
  if (!user.isActive) throw new AppError("forbidden");
  if (sessionId === null || !(await keepApiSession(deps, { userId: user.id, sessionId })))
    throw new AppError("unauthorized");
  return { user, sessionId };
}

async function bearerOfRemote(
  deps: Deps,
  token: string,
  caller: Pick<Caller, "userAgent" | "locale" | "address">,
): Promise<Bearer> {
  const claims = await deps.identity.remote?.verify(token);
  const user = claims ? await userOfClaims(deps, claims, caller.locale) : null;
  if (!claims || !user) {
    if (!isTokenExpired(deps, token))
      deps.later(
        auditRefusal(deps, caller.address, {
          action: "token.refused",
          entity: "token",
          metadata: { kind: "identity" },
        }),
      );
    throw new AppError("unauthorized");
  }
  if (claims.issuedAt < user.tokensValidFrom) throw new AppError("unauthorized");
  // Firebase does not know our second factor, so its token alone does not suffice.
  if (await requestSecondStep(deps, user)) throw new AppError("unauthorized");
  if (!user.isActive) throw new AppError("forbidden");
  return { user, sessionId: await openApiSession(deps, user, caller.userAgent) };
}

/**
 * Opens and audits an API session. @param lifetime idle time, ms; default as for all sessions
 * @returns its id
 * @throws unauthorized if access to the account ended meanwhile
 */
async function openApiSession(
  deps: Deps,
  { id: userId, tokensValidFrom }: UserRow,
  userAgent: string,
  lifetime?: number,
): Promise<string> {
  const { session, statements } = await openSession(deps, {
    userId,
    userAgent,
    kind: "api",
    lifetime,
    tokensValidFrom,
  });
  const batch = [
    ...statements,
    auditEntry(deps, {
      actorId: userId,
      action: "user.signed-in",
      entity: "user",
      entityId: userId,
      source: "api",
      sessionId: session.id,
    }),
  ] as const;
  await runGuarded(deps, batch, { "sessions.user_id": () => new AppError("unauthorized") });
  return session.id;
}

interface IssuedIdToken {
  idToken: string;
  /** Seconds. */
  expiresIn: number;
}

/**
 * Issues an identity token for address and password (decisions.md §12), bound to its own session:
 * once that ended, the exchange fails.
 * @throws invalid with an issue at `code` for a missing or wrong second factor; as `checkPassword`
 */
export async function issueIdToken(
  deps: Deps,
  input: SignIn,
  caller: Caller,
): Promise<IssuedIdToken> {
  const user = await checkPassword(deps, input, caller);
  if (await requestSecondStep(deps, user)) await checkSecondFactor(deps, user, input.code ?? "");
  // Until the exchange, the session lasts as long as the token.
  const sessionId = await openApiSession(deps, user, caller.userAgent, ID_TOKEN_LIFETIME * 1_000);
  return { idToken: await createIdToken(deps, user, sessionId), expiresIn: ID_TOKEN_LIFETIME };
}

/**
 * Issues an identity token bound to the page session, for calls by the browser (decisions.md §5).
 */
export async function issueSessionToken(
  deps: Deps,
  userId: string,
  sessionId: string,
): Promise<IssuedIdToken> {
  const user = await getUserOrThrow(deps, userId);
  return { idToken: await createIdToken(deps, user, sessionId), expiresIn: ID_TOKEN_LIFETIME };
}
