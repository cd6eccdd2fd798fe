import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { primaryOf } from "../../../db/client";
import { knownDevices, sessions, users } from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { unreadCount } from "../notifications/merged-lists.server";
import { createSecretToken, hashToken, isSecretToken } from "./secret-token.server";
import { secondFactorDeadline } from "./staff-second-factor.server";

/** Without use, and at most, ms (decisions.md §5). */
const SESSION_IDLE = 30 * DAY;
export const SESSION_ABSOLUTE = 90 * DAY;
/** How often use is written down, ms: a write a request would cost more than it tells. */
const SEEN_EVERY = HOUR;
const AGENT_LENGTH = 300;

/** Somebody signed in, as every request knows them. */
export interface SignedIn extends Actor {
  email: string;
  displayName: string;
  photoUrl: string | null;
  preferredLanguage: "en" | "fa" | null;
  /** Wants no language kept with the account. */
  followsBrowserLanguage: boolean;
  theme: "light" | "dark" | null;
  calendar: "jalali" | "gregorian" | null;
  timeZone: string | null;
  isOnboarded: boolean;
  /** When the account goes for good; null where nobody has asked for that. UTC ms. */
  deleteAfter: number | null;
  /** When they need a second factor as staff, UTC ms; null where they do not, or have one. */
  secondFactorDueAt: number | null;
  lacksSecondFactor: boolean;
  /** Notifications that nobody has read yet; 100 stands for more. */
  unread: number;
}

type SessionDeps = Pick<Deps, "db" | "clock" | "ids" | "random">;

export interface NewSession {
  id: string;
  /** For the cookie; null for a session of the API. */
  token: string | null;
}

interface NewSessionOptions {
  userId: string;
  userAgent: string;
  kind: "page" | "api";
  /** How long it lasts without use, ms. */
  lifetime?: number | undefined;
}

/**
 * A new session and the statement that stores it. Always a new token: whatever cookie the browser brought along
 * means nothing (ASVS 7.2.4).
 */
export async function openSession(
  { db, clock, ids, random }: SessionDeps,
  { userId, userAgent, kind, lifetime = SESSION_IDLE }: NewSessionOptions,
) {
  const now = clock.now();
  const token = kind === "page" ? createSecretToken(random) : null;
  const session: NewSession = { id: ids.next(), token };
  const statement = db.insert(sessions).values({
    id: session.id,
    userId,
    tokenHash: token === null ? null : await hashToken(token),
    userAgent: userAgent.slice(0, AGENT_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + lifetime,
    endsAt: now + SESSION_ABSOLUTE,
  });
  return { session, statements: [statement] as const };
}

const SIGNED_IN = {
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
  onboardingCompletedAt: users.onboardingCompletedAt,
  deleteAfter: users.deleteAfter,
  // For the bell of every page, along with who it is: no round trip of its own, and a bound to what is counted.
  unread: unreadCount(sql`${users.id}`, 100),
  totpEnabledAt: users.totpEnabledAt,
  secondFactorDueAt: users.secondFactorDueAt,
  hasPasskey: sql<boolean>`EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${users.id})`.mapWith(Boolean),
  sessionId: sessions.id,
  lastSeenAt: sessions.lastSeenAt,
  endsAt: sessions.endsAt,
};

async function findSession({ db, clock }: Pick<Deps, "db" | "clock">, which: ReturnType<typeof eq>) {
  const now = clock.now();
  // A session that has ended must not live on in a replica.
  return primaryOf(db)
    .select(SIGNED_IN)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(which, gt(sessions.expiresAt, now), gt(sessions.endsAt, now), eq(users.isActive, true)))
    .get();
}

type PresentDeps = Pick<Deps, "db" | "clock" | "memo" | "later" | "isLocal">;

async function present(deps: PresentDeps, row: NonNullable<Awaited<ReturnType<typeof findSession>>>): Promise<SignedIn> {
  const {
    emailVerifiedAt,
    onboardingCompletedAt,
    lastSeenAt: _seen,
    endsAt: _ends,
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

/** Who bears the cookie's token; null where the session has ended, or its person may not come any more. */
export async function findSignedIn(deps: PresentDeps, token: string | null): Promise<SignedIn | null> {
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

/** The same for an access token: its session must still be there, and be that person's. */
export async function findByAccessToken(
  deps: PresentDeps,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<SignedIn | null> {
  const row = await findSession(deps, eq(sessions.id, sessionId));
  return row && row.id === userId ? present(deps, row) : null;
}

/**
 * Whether the session of an identity token is still open. One of the API lasts from now on as long as every session:
 * until the exchange it has lasted no longer than the token.
 */
export async function keepApiSession(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const now = clock.now();
  const isThis = and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now), gt(sessions.endsAt, now));
  const found = await db.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isThis).get();
  if (!found || found.tokenHash !== null) return found !== undefined;
  const kept = await db
    .update(sessions)
    .set({ lastSeenAt: now, expiresAt: sql`min(${now + SESSION_IDLE}, ${sessions.endsAt})` })
    .where(isThis)
    .returning({ id: sessions.id });
  return kept.length > 0;
}

export interface SessionRow {
  id: string;
  userAgent: string;
  /** UTC ms. */
  createdAt: number;
  lastSeenAt: number;
  isApi: boolean;
}

/** All of somebody's open sessions, the last used first. */
export async function listSessions({ db, clock }: Pick<Deps, "db" | "clock">, userId: string): Promise<SessionRow[]> {
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

/** The statement that ends one of somebody's own sessions; another's id ends nothing. */
export const closeSession = ({ db }: Pick<Deps, "db">, userId: string, sessionId: string) =>
  db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));

/**
 * The statements that end all of somebody's sessions, but for one, and whatever identity tokens are under way to
 * become another. Tokens bound to the session that stays are issued anew for each exchange.
 */
export const closeSessions = ({ db, clock }: Pick<Deps, "db" | "clock">, userId: string, exceptId: string | null) =>
  [
    db
      .delete(sessions)
      .where(exceptId === null ? eq(sessions.userId, userId) : and(eq(sessions.userId, userId), ne(sessions.id, exceptId))),
    db.update(users).set({ tokensValidFrom: clock.now() }).where(eq(users.id, userId)),
  ] as const;

/** Sessions that have expired. */
export const sessionsPurge = purgeOf(sessions, (at) => lt(sessions.expiresAt, at));

/** How long a browser that nobody comes back with is remembered, ms: as long as its cookie. */
const DEVICE_KEPT = 365 * DAY;

/** Browsers that have not been used for a year. */
export const devicesPurge = purgeOf(knownDevices, (at) => lt(knownDevices.lastSeenAt, at - DEVICE_KEPT));
