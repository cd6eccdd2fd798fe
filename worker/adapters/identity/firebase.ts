import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { Clock, RemotePasswords } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import { remembered } from "../../../app/lib/runtime/remembered";

export interface FirebaseOptions {
  projectId: string;
  apiKey: string;
  /** Google's published keys as a JWK Set. */
  keysUrl: string;
  /** The Identity Toolkit, without a slash at the end. */
  toolkitUrl: string;
}

const TIMEOUT = 15_000;

/** A lost connection is a plain Error in Workers, so it is classified here. */
const fetchOrUnavailable = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch((cause) => {
    throw Object.assign(new AppError("unavailable"), { cause });
  });

const keysAt = remembered(2, (url: string) =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT,
    [customFetch]: fetchOrUnavailable,
  }),
);

/** The Toolkit's errors for a wrong address or password, which we do not distinguish. */
const WRONG =
  /^(INVALID_LOGIN_CREDENTIALS|EMAIL_NOT_FOUND|INVALID_PASSWORD|INVALID_EMAIL|MISSING_PASSWORD)/;

/** Errors that the user can fix: the project may have stricter rules than ours. */
function refusedInput(reason: string, passwordField: string): AppError | null {
  if (/^(WEAK_PASSWORD|PASSWORD_DOES_NOT_MEET_REQUIREMENTS)/.test(reason))
    return new AppError("invalid", [
      { path: passwordField, message: "errors:issue.password.tooShort" },
    ]);
  return reason.startsWith("INVALID_EMAIL")
    ? new AppError("invalid", [{ path: "email", message: "errors:issue.email" }])
    : null;
}

/**
 * Passwords at Firebase: the Identity Toolkit REST API, and tokens verified against Google's
 * published keys.
 */
export function createFirebase(
  { projectId, apiKey, keysUrl, toolkitUrl }: FirebaseOptions,
  clock: Clock,
): RemotePasswords {
  const call = async (
    method: string,
    body: object,
  ): Promise<{ ok: true; value: { idToken: string } } | { ok: false; reason: string }> => {
    const response = await fetchOrUnavailable(
      `${toolkitUrl}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
      },
    );
    const answer = (await response.json().catch(() => ({}))) as {
      idToken?: string;
      error?: { message?: string };
    };
    if (response.ok) return { ok: true, value: { idToken: answer.idToken ?? "" } };
    const reason = answer.error?.message ?? String(response.status);
    if (response.status >= 500) throw new AppError("unavailable");
    if (/^TOO_MANY_ATTEMPTS/.test(reason)) throw new AppError("too-many-requests", [], 60);
    if (/^USER_DISABLED/.test(reason)) throw new AppError("forbidden");
    return { ok: false, reason };
  };
  const failed = (method: string, reason: string) =>
    new Error(`Firebase refused ${method}: ${reason}`);

  return {
    async signUp(email, password) {
      const answer = await call("signUp", { email, password, returnSecureToken: true });
      if (answer.ok) return answer.value;
      if (answer.reason.startsWith("EMAIL_EXISTS")) throw new AppError("conflict");
      throw refusedInput(answer.reason, "password") ?? failed("signUp", answer.reason);
    },
    async signIn(email, password) {
      const answer = await call("signInWithPassword", { email, password, returnSecureToken: true });
      if (answer.ok) return answer.value;
      if (WRONG.test(answer.reason)) return null;
      throw failed("signInWithPassword", answer.reason);
    },
    async sendReset(email) {
      const answer = await call("sendOobCode", { requestType: "PASSWORD_RESET", email });
      if (!answer.ok && !WRONG.test(answer.reason)) throw failed("sendOobCode", answer.reason);
    },
    async sendVerification(idToken) {
      const answer = await call("sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
      if (!answer.ok) throw failed("sendOobCode", answer.reason);
    },
    async changePassword(idToken, password) {
      const answer = await call("update", { idToken, password, returnSecureToken: false });
      if (!answer.ok)
        throw refusedInput(answer.reason, "newPassword") ?? failed("update", answer.reason);
    },
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, keysAt(keysUrl), {
          algorithms: ["RS256"],
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          currentDate: new Date(clock.now()),
          requiredClaims: ["sub", "exp", "iat", "auth_time"],
        });
        const now = Math.floor(clock.now() / 1_000);
        const { sub, auth_time: authTime } = payload;
        if (!sub || sub.length > 128 || typeof authTime !== "number" || authTime > now + 60)
          return null;
        return {
          issuer: "firebase",
          subject: sub,
          email: typeof payload.email === "string" ? payload.email : null,
          isEmailVerified: payload.email_verified === true,
          name: typeof payload.name === "string" ? payload.name : null,
          pictureUrl: typeof payload.picture === "string" ? payload.picture : null,
          // To the end of its second, the precision of the claim.
          issuedAt: (payload.iat ?? 0) * 1_000 + 999,
          sessionId: null,
        };
      } catch (error) {
        // The keys could not be fetched: that says nothing about the token.
        const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
        // jose has no class of its own for a key set that answers with a failure.
        if (isOfKeys || (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC"))
          throw new AppError("unavailable");
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
