import { and, eq, gte, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  apiKeys,
  calendarFeeds,
  doorDevices,
  externalIdentities,
  hostInvitations,
  hostPeople,
  knownDevices,
  passkeys,
  pushSubscriptions,
  recoveryCodes,
  sessions,
  users,
  userTokens,
  webhookEndpoints,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { PENDING_STEPS } from "./tokens/user-tokens.server";

type Statement = BatchItem<"sqlite">;
/** An account as it was before a caller was recognized by it. */
type AsRead = Pick<typeof users.$inferSelect, "id" | "tokensValidFrom">;
type Statements = readonly [Statement, ...Statement[]];

/** All kinds of access to an account, and of data that leave it for another place. */
export const ACCESS_KINDS = [
  "sessions",
  "pendingSteps",
  "mailedLinks",
  "password",
  "linkedAccounts",
  "passkeys",
  "authenticator",
  "recoveryCodes",
  "knownDevices",
  "apiKeys",
  "calendarAddress",
  "webhooks",
  "pushSubscriptions",
  "doorLinks",
  "hostInvitations",
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** What limits the end of a kind. */
interface Ending {
  userId: string;
  /** Of factors, only those made from then on end, UTC ms; null for all. */
  since: number | null;
  /** The session that stays with its push subscription; null for none. */
  sessionId: string | null;
  /** SHA-256 of the device secret that stays known; null for none. */
  deviceHash: string | null;
}

interface AccessEntry {
  /** Columns that hold the secret or the address. */
  secrets: readonly [SQLiteColumn, ...SQLiteColumn[]];
  table: SQLiteTable;
  /**
   * Whether only an account with a confirmed address may make it: it would outlive the proof of the
   * address (decisions.md §17).
   */
  needsVerified: boolean;
  end(deps: Pick<Deps, "db" | "clock">, ending: Ending): Statements;
}

const ENDED_APP = {
  totpSecret: null,
  totpEnabledAt: null,
  totpBegunAt: null,
  totpLastStep: null,
} as const;

/**
 * The one list of what gives access to an account or sends its data out. A table with a user's id
 * and a secret belongs here: `tests/identity/access.test.ts` fails otherwise. What a person sees of
 * it is `listAccess`.
 */
export const ACCESS: Readonly<Record<AccessKind, AccessEntry>> = {
  sessions: {
    table: sessions,
    secrets: [sessions.tokenHash],
    needsVerified: false,
    // Access tokens end with their session; identity tokens of before are refused by their time.
    end: ({ db, clock }, { userId, sessionId }) => [
      db
        .delete(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            sessionId === null ? undefined : ne(sessions.id, sessionId),
          ),
        ),
      db.update(users).set({ tokensValidFrom: clock.now() }).where(eq(users.id, userId)),
    ],
  },
  pendingSteps: {
    table: userTokens,
    secrets: [userTokens.tokenHash, userTokens.browserHash],
    needsVerified: false,
    end: ({ db }, { userId }) => [
      db
        .delete(userTokens)
        .where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, PENDING_STEPS))),
      // A set-up of an app that waits for its first code.
      db
        .update(users)
        .set({ totpSecret: null, totpBegunAt: null })
        .where(and(eq(users.id, userId), isNull(users.totpEnabledAt))),
    ],
  },
  mailedLinks: {
    table: userTokens,
    secrets: [userTokens.tokenHash, userTokens.browserHash],
    needsVerified: false,
    end: ({ db }, { userId }) => [
      db
        .delete(userTokens)
        .where(and(eq(userTokens.userId, userId), notInArray(userTokens.purpose, PENDING_STEPS))),
    ],
  },
  password: {
    table: users,
    secrets: [users.passwordHash],
    needsVerified: false,
    end: ({ db }, { userId }) => [
      db.update(users).set({ passwordHash: null }).where(eq(users.id, userId)),
    ],
  },
  linkedAccounts: {
    table: externalIdentities,
    secrets: [externalIdentities.subject],
    needsVerified: false,
    end: ({ db }, { userId, since }) => [
      db
        .delete(externalIdentities)
        .where(and(eq(externalIdentities.userId, userId), madeSince(externalIdentities, since))),
    ],
  },
  passkeys: {
    table: passkeys,
    secrets: [passkeys.credentialId, passkeys.publicKey],
    needsVerified: true,
    end: ({ db }, { userId, since }) => [
      db.delete(passkeys).where(and(eq(passkeys.userId, userId), madeSince(passkeys, since))),
    ],
  },
  authenticator: {
    table: users,
    secrets: [users.totpSecret],
    needsVerified: true,
    end: ({ db }, { userId, since }) => [
      db
        .update(users)
        .set(ENDED_APP)
        .where(
          and(
            eq(users.id, userId),
            since === null
              ? undefined
              : or(isNull(users.totpEnabledAt), gte(users.totpEnabledAt, since)),
          ),
        ),
    ],
  },
  recoveryCodes: {
    table: recoveryCodes,
    secrets: [recoveryCodes.codeHash],
    needsVerified: true,
    end: ({ db }, { userId }) => [db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))],
  },
  knownDevices: {
    table: knownDevices,
    secrets: [knownDevices.deviceHash],
    needsVerified: false,
    end: ({ db }, { userId, deviceHash }) => [
      db
        .delete(knownDevices)
        .where(
          and(
            eq(knownDevices.userId, userId),
            deviceHash === null ? undefined : ne(knownDevices.deviceHash, deviceHash),
          ),
        ),
    ],
  },
  apiKeys: {
    table: apiKeys,
    secrets: [apiKeys.tokenHash],
    needsVerified: true,
    end: ({ db }, { userId }) => [db.delete(apiKeys).where(eq(apiKeys.userId, userId))],
  },
  calendarAddress: {
    table: calendarFeeds,
    secrets: [calendarFeeds.tokenHash, calendarFeeds.sealedToken],
    needsVerified: true,
    end: ({ db }, { userId }) => [db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))],
  },
  webhooks: {
    table: webhookEndpoints,
    secrets: [
      webhookEndpoints.url,
      webhookEndpoints.sealedSecret,
      webhookEndpoints.oldSealedSecret,
    ],
    needsVerified: true,
    // Its deliveries go with it.
    end: ({ db }, { userId }) => [
      db.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId)),
    ],
  },
  pushSubscriptions: {
    table: pushSubscriptions,
    secrets: [pushSubscriptions.endpoint, pushSubscriptions.p256dh, pushSubscriptions.auth],
    needsVerified: true,
    end: ({ db }, { userId, sessionId }) => [
      db
        .delete(pushSubscriptions)
        .where(
          and(
            eq(pushSubscriptions.userId, userId),
            sessionId === null
              ? undefined
              : sql`${pushSubscriptions.sessionId} IS NOT ${sessionId}`,
          ),
        ),
    ],
  },
  doorLinks: {
    table: doorDevices,
    secrets: [doorDevices.keyHash, doorDevices.pinHash],
    needsVerified: true,
    // The row stays: the log of the door names its device.
    end: ({ db, clock }, { userId }) => [
      db
        .update(doorDevices)
        .set({ revokedAt: clock.now(), userId: null })
        .where(eq(doorDevices.userId, userId)),
    ],
  },
  hostInvitations: {
    table: hostInvitations,
    secrets: [hostInvitations.tokenHash],
    needsVerified: true,
    // Those whom it let in since then, when another may have acted for the account.
    end: ({ db }, { userId, since }) => [
      db.delete(hostInvitations).where(eq(hostInvitations.userId, userId)),
      ...(since === null
        ? []
        : [
            db
              .delete(hostPeople)
              .where(and(eq(hostPeople.addedBy, userId), gte(hostPeople.createdAt, since))),
          ]),
    ],
  },
};

const madeSince = ({ createdAt }: { createdAt: SQLiteColumn }, since: number | null) =>
  since === null ? undefined : gte(createdAt, since);

/** The ways in which a person signs in and proves who they are. */
export const SIGN_IN_WAYS = [
  "password",
  "linkedAccounts",
  "passkeys",
  "authenticator",
  "recoveryCodes",
  "knownDevices",
] as const satisfies readonly AccessKind[];

/** The kinds besides these, for the `keep` of `revokeAllAccess`. */
export const allBut = (...ended: [AccessKind, ...AccessKind[]]): AccessKind[] =>
  ACCESS_KINDS.filter((kind) => !ended.includes(kind));

/** The kinds that only an account with a confirmed address may make. */
export const VERIFIED_ACCESS = ACCESS_KINDS.filter((kind) => ACCESS[kind].needsVerified) as [
  AccessKind,
  ...AccessKind[],
];

interface Revocation {
  /**
   * Of passkeys, the authenticator app and linked accounts, only those made from then on end, UTC
   * ms: older ones prove the owner, and a mailbox alone must not remove them. All else ends in full.
   */
  since?: number;
  keep?: {
    kinds?: readonly AccessKind[];
    /** A session that stays, with the push subscription of its browser; null for none. */
    sessionId?: string | null;
    /** SHA-256 of a device secret that stays known; null for none. */
    deviceHash?: string | null;
  };
}

/**
 * SQL for a column that may not be null: the account's id if no access to it ended since it was
 * read, else null, which fails the batch. A request that was under way when the owner proved their
 * address or set a password must not write what ended then.
 */
export const idIfAccessStays = ({ id, tokensValidFrom }: AsRead) =>
  sql<string>`(SELECT ${users.id} FROM ${users} WHERE ${users.id} = ${id} AND ${users.tokensValidFrom} = ${tokensValidFrom})`;

/** Guard statement of a batch for `runGuarded`, which fails on `users.display_name`. */
export const ifAccessStays = ({ db }: Pick<Deps, "db">, { id, tokensValidFrom }: AsRead) =>
  db
    .update(users)
    .set({
      displayName: sql`CASE WHEN ${users.tokensValidFrom} = ${tokensValidFrom} THEN ${users.displayName} END`,
    })
    .where(eq(users.id, id));

/**
 * Statements that end the access to an account: the only way to clear it. Call
 * `deps.rooms.signedOut` after the batch, which closes the sockets of ended sessions.
 */
export function revokeAllAccess(
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  { since, keep = {} }: Revocation = {},
): Statements {
  const ending = {
    userId,
    since: since ?? null,
    sessionId: keep.sessionId ?? null,
    deviceHash: keep.deviceHash ?? null,
  };
  const statements = ACCESS_KINDS.filter((kind) => !keep.kinds?.includes(kind)).flatMap((kind) => [
    ...ACCESS[kind].end(deps, ending),
  ]);
  // Not empty: there is no call that keeps every kind.
  return statements as [Statement, ...Statement[]];
}
