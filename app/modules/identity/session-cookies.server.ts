import { SESSION_ABSOLUTE } from "./sessions.server";
import { TOKEN_LIFETIME } from "./tokens/user-tokens.server";

/** HttpOnly cookies of the product. */
const COOKIES = {
  session: { name: "rooydad-session", maxAge: SESSION_ABSOLUTE / 1_000 },
  /** Identifies a known browser, not a session. */
  device: { name: "rooydad-device", maxAge: 365 * 86_400 },
  /** The latest database state that the reader wrote (docs/decisions/database-sessions.md). */
  bookmark: { name: "rooydad-bookmark", maxAge: 86_400 },
  secondFactor: { name: "rooydad-second-factor", maxAge: TOKEN_LIFETIME["second-factor"] / 1_000 },
  googleSignUp: {
    name: "rooydad-google-sign-up",
    maxAge: TOKEN_LIFETIME["google-sign-up"] / 1_000,
  },
  /** Opens the door of a showing, with the key of its link. */
  door: { name: "rooydad-door", maxAge: 30 * 86_400 },
} as const;

type CookieKind = keyof typeof COOKIES;

const isLoopback = (hostname: string) => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);

/**
 * Name of a cookie: with `__Host-` over https; without it over http on loopback, since WebKit drops
 * `__Host-` there. Null for other http, where sign-in is impossible (decisions.md §5).
 */
function cookieName(kind: CookieKind, request: Request): string | null {
  const { protocol, hostname } = new URL(request.url);
  if (protocol === "https:") return `__Host-${COOKIES[kind].name}`;
  return isLoopback(hostname) ? COOKIES[kind].name : null;
}

/** Whether sign-in is possible over this connection. */
export const isSecureEnough = (request: Request): boolean =>
  cookieName("session", request) !== null;

/** The secret in a cookie, or null. */
export function readSecretCookie(kind: CookieKind, request: Request): string | null {
  const cookies = request.headers.get("Cookie");
  // Most requests have none, and their URL is not parsed.
  const name = cookies && cookieName(kind, request);
  if (!cookies || !name) return null;
  for (const pair of cookies.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** Set-Cookie header that stores a secret; null deletes it. */
export function secretCookie(kind: CookieKind, request: Request, value: string | null): string {
  const name = cookieName(kind, request);
  if (name === null) throw new Error("Secrets do not travel over plain http.");
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  return `${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : COOKIES[kind].maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
