import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import type { Deps, IdentityClaims } from "../../lib/deps";
import { ALGORITHM, signingKey, verificationKey } from "./signing-keys.server";

/** Lifetimes, s (decisions.md §5). An identity token is only carried to the exchange. */
const ACCESS_TOKEN_LIFETIME = 3_600;
export const ID_TOKEN_LIFETIME = 300;

const ACCESS = { typ: "at+jwt", audience: "rooydad-api" } as const;
const IDENTITY = { typ: "id+jwt", audience: "rooydad" } as const;
/** Whoever holds a deployment's keys is that deployment, by whatever host it was asked. */
const ISSUER = "rooydad";

type TokenDeps = Pick<Deps, "db" | "memo" | "clock" | "vault" | "ids">;

async function sign(
  deps: TokenDeps,
  kind: typeof ACCESS | typeof IDENTITY,
  subject: string,
  claims: Record<string, unknown>,
  lifetime: number,
) {
  const { kid, key } = await signingKey(deps);
  const now = Math.floor(deps.clock.now() / 1_000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: kind.typ, kid })
    .setIssuer(ISSUER)
    .setAudience(kind.audience)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .setJti(deps.ids.next())
    .sign(key);
}

/** Undefined for what is no token at all. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * The claims of one of our own tokens, or null. One algorithm, our own keys by their id, our audience and type: so
 * neither `alg: none` nor a key that the token brings along, nor a token of the other kind, gets anywhere (ASVS 9.1, 9.2).
 */
async function verify(deps: TokenDeps, kind: typeof ACCESS | typeof IDENTITY, token: string) {
  const key = await verificationKey(deps, keyIdOf(token));
  if (!key) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      audience: kind.audience,
      issuer: ISSUER,
      typ: kind.typ,
      currentDate: new Date(deps.clock.now()),
      requiredClaims: ["sub", "exp", "iat", "jti"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** A token for the API, bound to a session: 1 hour (decisions.md §5). */
export const createAccessToken = (deps: TokenDeps, userId: string, sessionId: string): Promise<string> =>
  sign(deps, ACCESS, userId, { sid: sessionId }, ACCESS_TOKEN_LIFETIME);

/** Whom an access token names, and in which session; null where it is not a good one. */
export async function readAccessToken(deps: TokenDeps, token: string): Promise<{ userId: string; sessionId: string } | null> {
  const payload = await verify(deps, ACCESS, token);
  return payload?.sub && typeof payload.sid === "string" ? { userId: payload.sub, sessionId: payload.sid } : null;
}

/** Whether a token says itself that its time is over; what is refused for anything else was never good. */
export function isPastItsTime(deps: Pick<Deps, "clock">, token: string): boolean {
  try {
    const { exp } = decodeJwt(token);
    return exp !== undefined && exp * 1_000 <= deps.clock.now();
  } catch {
    return false;
  }
}

interface IdTokenUser {
  id: string;
  email: string | null;
  emailVerifiedAt: number | null;
  displayName: string;
}

/**
 * Says who somebody is, for the exchange at /auth/login.
 * @param sessionId of the open session which the access token shall be bound to; the token ends with it
 */
export const createIdToken = (deps: TokenDeps, user: IdTokenUser, sessionId: string): Promise<string> =>
  sign(
    deps,
    IDENTITY,
    user.id,
    {
      email: user.email,
      email_verified: user.emailVerifiedAt !== null,
      name: user.displayName,
      // `iat` counts seconds; a password may change within one.
      iat_ms: deps.clock.now(),
      sid: sessionId,
    },
    ID_TOKEN_LIFETIME,
  );

/** What one of our own identity tokens says; null where it is not a good one. */
export async function readIdToken(deps: TokenDeps, token: string): Promise<IdentityClaims | null> {
  const payload = await verify(deps, IDENTITY, token);
  if (!payload?.sub) return null;
  return {
    issuer: "embedded",
    subject: payload.sub,
    email: typeof payload.email === "string" ? payload.email : null,
    isEmailVerified: payload.email_verified === true,
    name: typeof payload.name === "string" ? payload.name : null,
    pictureUrl: null,
    issuedAt: typeof payload.iat_ms === "number" ? payload.iat_ms : (payload.iat ?? 0) * 1_000,
    sessionId: typeof payload.sid === "string" ? payload.sid : null,
  };
}
