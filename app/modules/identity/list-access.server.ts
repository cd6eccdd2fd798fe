import { and, desc, eq, gt, isNull, max, sql } from "drizzle-orm";
import {
  apiKeys,
  calendarFeeds,
  doorDevices,
  externalIdentities,
  hostInvitations,
  knownDevices,
  passkeys,
  pushSubscriptions,
  recoveryCodes,
  sessions,
  users,
  webhookDeliveries,
  webhookEndpoints,
} from "../../../db/schema";
import { instantOrNull } from "../../../db/schema/bad-rows";
import type { Deps } from "../../lib/deps";
import type { AccessKind } from "./access.server";
import { listSessions } from "./sessions.server";
import { hashToken } from "./tokens/user-tokens.server";

/** Items of one kind that the page shows. */
const SHOWN = 100;
/** A step of the authenticator app, ms (RFC 6238). */
const STEP = 30_000;

/** One thing that has access to an account, or gets its data. Times are UTC epoch ms. */
export interface AccessItem {
  kind: ShownAccess;
  /** Within its kind; "" where an account has one at most. */
  id: string;
  /** As its owner named it, its provider or its host; null without a name. */
  name: string | null;
  /** User-Agent of the browser or program; null where none is recorded. */
  agent: string | null;
  /** Null where it is not recorded. */
  createdAt: number | null;
  /** Null where it was never used; absent where that is not recorded. */
  lastUsedAt?: number | null;
  /** Whether it belongs to the browser that asks. */
  isThis?: boolean;
}

/** Steps and mailed links last minutes to days, and their mails name them: no list shows them. */
export type ShownAccess = Exclude<AccessKind, "pendingSteps" | "mailedLinks">;

interface Asker {
  userId: string;
  sessionId: string;
  /** Device secret of the browser that asks. */
  device: string | null;
}

type Lister = (
  deps: Pick<Deps, "db" | "clock">,
  asker: Asker,
) => Promise<Omit<AccessItem, "kind">[]>;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** In the order of the page. */
const LISTERS: Readonly<Record<ShownAccess, Lister>> = {
  sessions: async (deps, { userId, sessionId }) =>
    (await listSessions(deps, userId)).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      name: null,
      agent: userAgent,
      createdAt,
      lastUsedAt: lastSeenAt,
      isThis: id === sessionId,
    })),
  apiKeys: async ({ db, clock }, { userId }) =>
    (
      await db
        .select({
          id: apiKeys.id,
          name: apiKeys.name,
          createdAt: apiKeys.createdAt,
          lastUsedAt: apiKeys.lastUsedAt,
        })
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, userId), gt(apiKeys.expiresAt, clock.now())))
        .orderBy(desc(apiKeys.createdAt))
        .limit(SHOWN)
    ).map((key) => ({ ...key, agent: null })),
  calendarAddress: async ({ db }, { userId }) =>
    (
      await db
        .select({ createdAt: calendarFeeds.createdAt, lastUsedAt: calendarFeeds.lastReadAt })
        .from(calendarFeeds)
        .where(eq(calendarFeeds.userId, userId))
    ).map((feed) => ({ ...feed, id: "", name: null, agent: null })),
  webhooks: async ({ db }, { userId }) =>
    (
      await db
        .select({
          id: webhookEndpoints.id,
          url: webhookEndpoints.url,
          createdAt: webhookEndpoints.createdAt,
          lastUsedAt: sql<
            number | null
          >`(SELECT ${instantOrNull(sql`${webhookDeliveries.sentAt}`)} FROM ${webhookDeliveries}
            WHERE ${webhookDeliveries.endpointId} = ${webhookEndpoints.id} AND ${webhookDeliveries.sentAt} IS NOT NULL
            ORDER BY ${webhookDeliveries.createdAt} DESC LIMIT 1)`,
        })
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.userId, userId))
        .orderBy(desc(webhookEndpoints.createdAt))
        .limit(SHOWN)
    ).map(({ url, ...endpoint }) => ({ ...endpoint, name: hostOf(url), agent: null })),
  pushSubscriptions: async ({ db }, { userId, sessionId }) =>
    (
      await db
        .select({
          id: pushSubscriptions.id,
          endpoint: pushSubscriptions.endpoint,
          createdAt: pushSubscriptions.createdAt,
          lastUsedAt: pushSubscriptions.lastSentAt,
          session: pushSubscriptions.sessionId,
          agent: sessions.userAgent,
        })
        .from(pushSubscriptions)
        .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
        .where(eq(pushSubscriptions.userId, userId))
        .orderBy(desc(pushSubscriptions.createdAt))
        .limit(SHOWN)
    ).map(({ endpoint, session, ...subscription }) => ({
      ...subscription,
      name: hostOf(endpoint),
      isThis: session === sessionId,
    })),
  doorLinks: async ({ db }, { userId }) =>
    (
      await db
        .select({
          id: doorDevices.id,
          name: doorDevices.name,
          createdAt: doorDevices.createdAt,
          lastUsedAt: doorDevices.lastSeenAt,
        })
        .from(doorDevices)
        .where(eq(doorDevices.userId, userId))
        .orderBy(desc(doorDevices.createdAt))
        .limit(SHOWN)
    ).map((link) => ({ ...link, agent: null })),
  hostInvitations: async ({ db, clock }, { userId }) =>
    (
      await db
        .select({
          id: hostInvitations.id,
          name: hostInvitations.email,
          createdAt: hostInvitations.createdAt,
        })
        .from(hostInvitations)
        .where(and(eq(hostInvitations.userId, userId), gt(hostInvitations.expiresAt, clock.now())))
        .orderBy(desc(hostInvitations.createdAt))
        .limit(SHOWN)
    ).map((invitation) => ({ ...invitation, agent: null })),
  knownDevices: async ({ db }, { userId, device }) => {
    const own = device === null ? null : await hashToken(device);
    const rows = await db
      .select()
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId))
      .orderBy(desc(knownDevices.lastSeenAt))
      .limit(SHOWN);
    return rows.map(({ deviceHash, createdAt, lastSeenAt }) => ({
      id: deviceHash,
      name: null,
      agent: null,
      createdAt,
      lastUsedAt: lastSeenAt,
      isThis: deviceHash === own,
    }));
  },
  password: async ({ db }, { userId }) => {
    const row = await db
      .select({ hash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId))
      .get();
    return row?.hash ? [{ id: "", name: null, agent: null, createdAt: null }] : [];
  },
  linkedAccounts: async ({ db }, { userId }) =>
    (
      await db
        .select({
          id: externalIdentities.provider,
          email: externalIdentities.email,
          createdAt: externalIdentities.createdAt,
        })
        .from(externalIdentities)
        .where(eq(externalIdentities.userId, userId))
        .limit(SHOWN)
    ).map(({ id, email, createdAt }) => ({ id, name: email, agent: null, createdAt })),
  passkeys: async ({ db }, { userId }) =>
    (
      await db
        .select({
          id: passkeys.id,
          name: passkeys.name,
          createdAt: passkeys.createdAt,
          lastUsedAt: passkeys.lastUsedAt,
        })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(passkeys.createdAt)
        .limit(SHOWN)
    ).map((passkey) => ({ ...passkey, agent: null })),
  authenticator: async ({ db }, { userId }) => {
    const row = await db
      .select({ since: users.totpEnabledAt, step: users.totpLastStep })
      .from(users)
      .where(eq(users.id, userId))
      .get();
    return row?.since == null
      ? []
      : [
          {
            id: "",
            name: null,
            agent: null,
            createdAt: row.since,
            lastUsedAt: row.step === null ? null : row.step * STEP,
          },
        ];
  },
  recoveryCodes: async ({ db }, { userId }) => {
    const [left, used] = await db.batch([
      db
        .select({ count: sql<number>`count(*)` })
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
      db
        .select({ at: max(recoveryCodes.usedAt) })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId)),
    ]);
    return (left[0]?.count ?? 0) === 0
      ? []
      : [{ id: "", name: null, agent: null, createdAt: null, lastUsedAt: used[0]?.at ?? null }];
  },
};

/** All that has access to an account or gets its data, kind by kind, for its owner. */
export async function listAccess(
  deps: Pick<Deps, "db" | "clock">,
  asker: Asker,
): Promise<AccessItem[]> {
  const kinds = Object.keys(LISTERS) as ShownAccess[];
  const items = await Promise.all(kinds.map((kind) => LISTERS[kind](deps, asker)));
  return kinds.flatMap((kind, at) => (items[at] ?? []).map((item) => ({ kind, ...item })));
}
