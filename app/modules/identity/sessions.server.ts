import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { primaryOf } from "../../../db/client";
import { knownDevices, sessions, users } from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import type { SignedIn } from "../../lib/http/request-context";
import type { Actor } from "../../lib/permissions";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { unreadCount } from "../notifications/audience.server";
import { secondFactorDeadline } from "../settings/platform-settings.server";
import { idIfAccessStays } from "./access.server";
import {
  createSecretToken,
  hashToken,
  isSecretToken,
  TOKEN_LIFETIME,
} from "./tokens/user-tokens.server";

/** Maximum idle time and maximum age, ms (decisions.md §5). */
const SESSION_IDLE = 30 * DAY;
const SESSION_ABSOLUTE = 90 * DAY;
/** Interval between writes of `lastSeenAt`, ms; saves a write per request. */
const SEEN_EVERY = HOUR;
const AGENT_LENGTH = 300;

type SessionDeps = Pick<Deps, "db" | "clock" | "ids" | "random">;

export interface NewSession {
  id: string;
  /** Cookie value; null for an API session. */
  token: string | null;
}

interface NewSessionOptions {
  userId: string;
  userAgent: string;
  kind: "page" | "api";
  /** Idle time, ms. */
  lifetime?: number | undefined;
  /** As read before the caller was recognized: no session opens if access ended since then. */
  tokensValidFrom?: number;
}

/**
 * A new session and the statement that stores it. The token is always new; the browser's cookie is
 * ignored (ASVS 7.2.4).
 */
export async function openSession(
  { db, clock, ids, random }: SessionDeps,
  { userId, userAgent, kind, lifetime = SESSION_IDLE, tokensValidFrom }: NewSessionOptions,
) {
  const now = clock.now();
  const token = kind === "page" ? createSecretToken(random) : null;
  const session: NewSession = { id: ids.next(), token };
  const statement = db.insert(sessions).values({
    id: session.id,
    userId:
      tokensValidFrom === undefined ? userId : idIfAccessStays({ id: userId, tokensValidFrom }),
    tokenHash: token === null ? null : await hashToken(token),
    userAgent: userAgent.slice(0, AGENT_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + lifetime,
    endsAt: now + SESSION_ABSOLUTE,
  });
  return { session, statements: [statement] as const };
}

/** Columns of an account that a request needs. */
export const ACCOUNT = {
  id: users.id,
  role: users.role,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  displayName: users.displayName,
  photoUrl: users.photoUrl,
  preferredLanguage: users.preferredLanguage,
  followsBrowserLanguage: users.followsBrowserLanguage,
  theme: users.theme,
  calendar: users.calendar,
  timeZone: users.timeZone,
  homeCity: users.homeCity,
  onboardingCompletedAt: users.onboardingCompletedAt,
  deleteAfter: users.deleteAfter,
  // Part of the same query, so the bell needs no round trip; the count is capped.
  unread: unreadCount(sql`${users.id}`, 100),
  saved:
    sql<number>`coalesce((SELECT event_count FROM collections WHERE owner_id = ${users.id} AND is_default = 1), 0)`.as(
      "saved",
    ),
  totpEnabledAt: users.totpEnabledAt,
  secondFactorDueAt: users.secondFactorDueAt,
  hasPasskey: sql<boolean>`EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${users.id})`.mapWith(
    Boolean,
  ),
};

async function findSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  which: ReturnType<typeof eq>,
) {
  const now = clock.now();
  // Reads the primary: a replica could still have an ended session.
  return primaryOf(db)
    .select({
      ...ACCOUNT,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      endsAt: sessions.endsAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(which, gt(sessions.expiresAt, now), gt(sessions.endsAt, now), eq(users.isActive, true)),
    )
    .get();
}

export type PresentDeps = Pick<Deps, "db" | "clock" | "memo" | "later" | "isLocal">;

type AccountRow = Pick<
  typeof users.$inferSelect,
  Exclude<keyof typeof ACCOUNT, "unread" | "saved" | "hasPasskey">
> & {
  unread: number;
  saved: number;
  hasPasskey: boolean;
  /** Of a session or an API key. */
  sessionId: string;
};

/** The signed-in user of a row. */
export async function presentSignedIn(deps: PresentDeps, row: AccountRow): Promise<SignedIn> {
  const {
    emailVerifiedAt,
    onboardingCompletedAt,
    totpEnabledAt: _totp,
    hasPasskey: _key,
    email,
    ...rest
  } = row;
  const secondFactorDueAt = await secondFactorDeadline(deps, row);
  return {
    ...rest,
    email: email ?? "",
    isVerified: emailVerifiedAt !== null,
    isOnboarded: onboardingCompletedAt !== null,
    secondFactorDueAt,
    lacksSecondFactor: secondFactorDueAt !== null && secondFactorDueAt <= deps.clock.now(),
  };
}

/**
 * An account as the actor of work that goes on without its request, with the role and state that it
 * has now; null once it is closed. @param sessionId of the request that ordered the work
 */
export async function findActor(
  deps: PresentDeps,
  userId: string,
  sessionId: string,
): Promise<Actor | null> {
  const row = await deps.db
    .select(ACCOUNT)
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true), isNull(users.deletedAt)))
    .get();
  return row ? presentSignedIn(deps, { ...row, sessionId }) : null;
}

/** @param row with the times of its session, which the signed-in user does not have */
function present(
  deps: PresentDeps,
  row: AccountRow & { lastSeenAt: number; endsAt: number },
): Promise<SignedIn> {
  const { lastSeenAt: _seen, endsAt: _ends, ...account } = row;
  return presentSignedIn(deps, account);
}

/** The signed-in user of a cookie's token; null if the session ended or the account is inactive. */
export async function findSignedIn(
  deps: PresentDeps,
  token: string | null,
): Promise<SignedIn | null> {
  if (!isSecretToken(token)) return null;
  const row = await findSession(deps, eq(sessions.tokenHash, await hashToken(token)));
  if (!row) return null;
  const now = deps.clock.now();
  if (now - row.lastSeenAt > SEEN_EVERY) {
    deps.later(
      deps.db
        .update(sessions)
        .set({ lastSeenAt: now, expiresAt: Math.min(now + SESSION_IDLE, row.endsAt) })
        .where(eq(sessions.id, row.sessionId))
        .run(),
    );
  }
  return present(deps, row);
}

/**
 * The signed-in user of an access token; null unless the session is open and belongs to the user.
 */
export async function findByAccessToken(
  deps: PresentDeps,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<SignedIn | null> {
  const row = await findSession(deps, eq(sessions.id, sessionId));
  return row && row.id === userId ? present(deps, row) : null;
}

/**
 * Whether the session of an identity token is open. Extends an API session to the normal lifetime:
 * before the exchange it lasts as long as the token.
 */
export async function keepApiSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const now = clock.now();
  const isThis = and(
    eq(sessions.id, sessionId),
    eq(sessions.userId, userId),
    gt(sessions.expiresAt, now),
    gt(sessions.endsAt, now),
  );
  const found = await db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(isThis)
    .get();
  if (!found || found.tokenHash !== null) return found !== undefined;
  const kept = await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: sql`min(${now + SESSION_IDLE}, ${sessions.endsAt})` })
    .where(isThis)
    .returning({ id: sessions.id });
  return kept.length > 0;
}

interface SessionRow {
  id: string;
  userAgent: string;
  /** UTC epoch ms. */
  createdAt: number;
  lastSeenAt: number;
  isApi: boolean;
}

/** Open sessions of a user, last used first. */
export async function listSessions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  userId: string,
): Promise<SessionRow[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
  return rows.map(({ id, userAgent, createdAt, lastSeenAt, tokenHash }) => ({
    id,
    userAgent,
    createdAt,
    lastSeenAt,
    isApi: tokenHash === null,
  }));
}

/** Statement that ends one session of the user; ids of other users' sessions have no effect. */
export const closeSession = ({ db }: Pick<Deps, "db">, userId: string, sessionId: string) =>
  db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));

/** Expired sessions. */
export const sessionsPurge = purgeOf(sessions, (at) => lt(sessions.expiresAt, at));

/** Time that an unused device is remembered, ms: the lifetime of its cookie. */
const DEVICE_KEPT = 365 * DAY;

/** Devices unused for a year. */
export const devicesPurge = purgeOf(knownDevices, (at) =>
  lt(knownDevices.lastSeenAt, at - DEVICE_KEPT),
);

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
