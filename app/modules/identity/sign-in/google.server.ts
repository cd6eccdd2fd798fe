import * as oauth from "oauth4webapi";
import { HOUR } from "../../../lib/dates/durations";
import type { Deps, OpenIdClient } from "../../../lib/deps";
import { AppError, type ErrorCode, isRefusal } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { safePath } from "../../../lib/http/web-url";
import { paths } from "../../../lib/paths";
import { describeError, log } from "../../../lib/runtime/log";
import { settingsOf } from "../../settings/platform-settings.server";
import { auditRefusal } from "../audit-refusal.server";
import {
  consumeToken,
  findToken,
  hashToken,
  tokenStatement,
  type UserToken,
} from "../tokens/user-tokens.server";
import { createExternalUser, type ExternalClaims, findExternalUser } from "./external-user.server";
import { continueSignIn, type SignInResult } from "./sign-in.server";

/**
 * Stores the claims of a new Google user until they accept age and terms. @returns token for the
 * browser's cookie
 */
async function postponeGoogleSignUp(
  deps: Deps,
  claims: ExternalClaims,
  device: string,
): Promise<string> {
  const { token, statements } = await tokenStatement(deps, {
    purpose: "google-sign-up",
    userId: null,
    payload: await deps.vault.seal(JSON.stringify(claims)),
    browser: device,
  });
  await deps.db.batch([...statements]);
  return token;
}

const isOf = async (
  { browserHash }: UserToken,
  { device }: Pick<Caller, "device">,
): Promise<boolean> => device !== null && browserHash === (await hashToken(device));

const claimsIn = async ({ vault }: Deps, { payload }: UserToken) =>
  JSON.parse(await vault.open(payload)) as ExternalClaims;

/** The user about to sign up; null if expired or in another browser. */
export async function findPostponed(
  deps: Deps,
  token: string | null,
  caller: Pick<Caller, "device">,
): Promise<Pick<ExternalClaims, "name" | "email"> | null> {
  const found = await findToken(deps, "google-sign-up", token);
  if (!found || !(await isOf(found, caller))) return null;
  const { name, email } = await claimsIn(deps, found);
  return { name, email };
}

/**
 * Creates the account once age and terms are accepted, as at /signup (decisions.md §5).
 * @throws forbidden while registration is off; invalid with an issue per unticked box; unauthorized
 * if expired or in another browser
 */
export async function signUpWithGoogle(
  deps: Deps,
  token: string | null,
  boxes: { isAdult16: boolean; acceptsTerms: boolean },
  caller: Caller,
): Promise<SignInResult> {
  if (!(await settingsOf(deps)).features.enableUserRegistration) throw new AppError("forbidden");
  const issues = [
    ...(boxes.isAdult16 ? [] : [{ path: "isAdult16", message: "errors:issue.age" }]),
    ...(boxes.acceptsTerms ? [] : [{ path: "acceptsTerms", message: "errors:issue.terms" }]),
  ];
  const found = await findToken(deps, "google-sign-up", token);
  if (!found || !(await isOf(found, caller))) throw new AppError("unauthorized");
  if (issues.length > 0) throw new AppError("invalid", issues);
  const taken = await consumeToken(deps, "google-sign-up", token);
  if (!taken) throw new AppError("unauthorized");
  const claims = await claimsIn(deps, taken);
  // The account may have been created meanwhile, in another tab or by the form.
  const user =
    (await findExternalUser(deps, claims)) ??
    (await createExternalUser(deps, claims, caller.locale));
  return continueSignIn(deps, user, caller);
}

/** Cache time of the provider's metadata, ms. */
const DISCOVERY_TTL = HOUR;
const TIMEOUT = 15_000;

/** A failed sign-in that this browser is known to have started. */
export class GoogleRefused extends AppError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isRefusal(value) && "returnTo" in value;
  }

  constructor(
    code: ErrorCode,
    /** `closed`: new user while registration is off. */
    readonly reason: "failed" | "closed" | "deactivated",
    /** Path to continue to. */
    readonly returnTo: string,
  ) {
    super(code);
  }
}

interface Pending {
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** Allows http on loopback only, for a local provider. */
const options = ({ issuer }: OpenIdClient) => ({
  [oauth.allowInsecureRequests]: /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(issuer),
  signal: () => AbortSignal.timeout(TIMEOUT),
});

/** Google's client if configured and enabled; null hides the button. */
export async function googleOf(
  deps: Pick<Deps, "db" | "memo" | "identity">,
): Promise<OpenIdClient | null> {
  return (await settingsOf(deps)).features.enableGoogleLogin ? deps.identity.google : null;
}

async function serverOf({ memo }: Deps, client: OpenIdClient): Promise<oauth.AuthorizationServer> {
  return memo.get(`openid:${client.issuer}`, DISCOVERY_TTL, async () => {
    const issuer = new URL(client.issuer);
    return oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, options(client)),
    );
  });
}

const redirectUri = (origin: string) => origin + paths.googleCallback();

/**
 * Redirect URL of the provider: authorization code with PKCE, state and nonce (RFC 9700 §2.1.1,
 * OpenID Connect Core §3.1). State, nonce and verifier are stored here, bound to the device secret.
 * @throws not-found if not configured or disabled; unavailable if the provider cannot be reached
 */
export async function beginGoogle(
  deps: Deps,
  caller: Caller & { device: string },
  returnTo: string,
): Promise<string> {
  const client = await googleOf(deps);
  if (!client) throw new AppError("not-found");
  const server = await serverOf(deps, client).catch((error) => {
    log("error", "google.unreachable", describeError(error));
    throw new AppError("unavailable");
  });
  const pending: Pending = {
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo: safePath(returnTo),
  };
  const { token: state, statements } = await tokenStatement(deps, {
    purpose: "google",
    userId: null,
    payload: await deps.vault.seal(JSON.stringify(pending)),
    browser: caller.device,
  });
  await deps.db.batch([...statements]);
  const url = new URL(server.authorization_endpoint ?? "");
  const parameters = {
    client_id: client.clientId,
    redirect_uri: redirectUri(caller.origin),
    response_type: "code",
    scope: "openid email profile",
    state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    prompt: "select_account",
    ui_locales: caller.locale,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Signed in or at the second step; or a new user without accepted age and terms. */
export type GoogleResult = SignInResult | { kind: "new"; token: string };

/**
 * Handles the callback. The state works once and only in the browser that started, which prevents
 * replayed and planted codes. A new user gets no account yet.
 * @throws unauthorized for an invalid callback, with the reason in log and audit; GoogleRefused
 * once the return path is known, also for new users while registration is off and for deactivated
 * accounts
 */
export async function finishGoogle(
  deps: Deps,
  callback: URL,
  caller: Caller,
): Promise<{ result: GoogleResult; returnTo: string }> {
  const client = await googleOf(deps);
  if (!client) throw new AppError("not-found");
  const audit = (reason: string, userId: string | null = null) =>
    deps.later(
      auditRefusal(deps, caller.address, {
        action: "user.google-refused",
        entity: "user",
        entityId: userId,
        metadata: { reason },
      }),
    );
  const taken = await consumeToken(deps, "google", callback.searchParams.get("state"));
  const { device } = caller;
  if (!taken || device === null || taken.browserHash !== (await hashToken(device))) {
    const reason = taken ? "another browser" : "unknown state";
    log("warn", "google.refused", { reason });
    audit(reason);
    throw new AppError("unauthorized");
  }
  const pending = JSON.parse(await deps.vault.open(taken.payload)) as Pending;
  const refused = (
    code: ErrorCode,
    reason: "failed" | "closed" | "deactivated",
    why: string,
    userId: string | null = null,
  ) => {
    audit(why, userId);
    return new GoogleRefused(code, reason, pending.returnTo);
  };
  const claims = await claimsOf(deps, client, callback, pending, caller.origin).catch(
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw refused(error.code, "failed", "not a good answer");
    },
  );
  const user = await findExternalUser(deps, claims).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    throw refused(error.code, "failed", "address not verified");
  });
  if (!user) {
    const { features } = await settingsOf(deps);
    if (!features.enableUserRegistration)
      throw refused("forbidden", "closed", "registration is off");
    return {
      result: { kind: "new", token: await postponeGoogleSignUp(deps, claims, device) },
      returnTo: pending.returnTo,
    };
  }
  if (!user.isActive) throw refused("forbidden", "deactivated", "deactivated", user.id);
  return { result: await continueSignIn(deps, user, caller), returnTo: pending.returnTo };
}

/** Claims of the provider's identity token. @throws unauthorized */
async function claimsOf(
  deps: Deps,
  client: OpenIdClient,
  callback: URL,
  pending: Pending,
  origin: string,
): Promise<ExternalClaims> {
  const claims = await idTokenOf(deps, client, callback, pending, origin);
  return {
    provider: "google",
    subject: claims.sub,
    email: typeof claims.email === "string" ? claims.email : null,
    isEmailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" ? claims.name : null,
    pictureUrl: typeof claims.picture === "string" ? claims.picture : null,
  };
}

async function idTokenOf(
  deps: Deps,
  client: OpenIdClient,
  callback: URL,
  pending: Pending,
  origin: string,
): Promise<oauth.IDToken> {
  try {
    const server = await serverOf(deps, client);
    const self: oauth.Client = { client_id: client.clientId };
    const parameters = oauth.validateAuthResponse(
      server,
      self,
      callback,
      callback.searchParams.get("state") ?? "",
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      self,
      oauth.ClientSecretPost(client.clientSecret),
      parameters,
      redirectUri(origin),
      pending.verifier,
      options(client),
    );
    const result = await oauth.processAuthorizationCodeResponse(server, self, response, {
      expectedNonce: pending.nonce,
      requireIdToken: true,
    });
    // TLS already authenticates the token endpoint; the signature is checked in addition.
    await oauth.validateApplicationLevelSignature(server, response, options(client));
    const claims = oauth.getValidatedIdTokenClaims(result);
    if (!claims) throw new Error("The provider sent no identity token.");
    return claims;
  } catch (error) {
    log("warn", "google.refused", { reason: describeError(error).error });
    throw new AppError("unauthorized");
  }
}
