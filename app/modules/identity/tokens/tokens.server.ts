import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import type { Deps, IdentityClaims } from "../../../lib/deps";
import { ALGORITHM, signingKey, verificationKey } from "./signing-keys.server";

/** Lifetimes, s (decisions.md §5). An identity token only serves the exchange. */
const ACCESS_TOKEN_LIFETIME = 3_600;
export const ID_TOKEN_LIFETIME = 300;

const ACCESS = { typ: "at+jwt", audience: "rooydad-api" } as const;
const IDENTITY = { typ: "id+jwt", audience: "rooydad" } as const;
/** Constant, since the keys identify a deployment, whatever its host name. */
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

/** Undefined for a malformed token. */
function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * Claims of one of our own tokens, or null. Accepts one algorithm, our own keys by id, and the
 * given audience and type: rejects `alg: none`, embedded keys and tokens of the other kind (ASVS
 * 9.1, 9.2).
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

/** An access token for the API, bound to a session: 1 hour (decisions.md §5). */
export const createAccessToken = (
  deps: TokenDeps,
  userId: string,
  sessionId: string,
): Promise<string> => sign(deps, ACCESS, userId, { sid: sessionId }, ACCESS_TOKEN_LIFETIME);

/** User and session of an access token; null for an invalid one. */
export async function readAccessToken(
  deps: TokenDeps,
  token: string,
): Promise<{ userId: string; sessionId: string } | null> {
  const payload = await verify(deps, ACCESS, token);
  return payload?.sub && typeof payload.sid === "string"
    ? { userId: payload.sub, sessionId: payload.sid }
    : null;
}

/**
 * Whether a token says that it has expired, without verifying it; other refused tokens were never
 * valid.
 */
export function isTokenExpired(deps: Pick<Deps, "clock">, token: string): boolean {
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
 * An identity token for the exchange at /auth/login. @param sessionId open session of the access
 * token; the token ends with it
 */
export const createIdToken = (
  deps: TokenDeps,
  user: IdTokenUser,
  sessionId: string,
): Promise<string> =>
  sign(
    deps,
    IDENTITY,
    user.id,
    {
      email: user.email,
      email_verified: user.emailVerifiedAt !== null,
      name: user.displayName,
      // `iat` has a resolution of seconds; a password may change within one.
      iat_ms: deps.clock.now(),
      sid: sessionId,
    },
    ID_TOKEN_LIFETIME,
  );

/** Claims of one of our identity tokens; null for an invalid one. */
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
