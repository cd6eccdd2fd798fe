import { eq, getTableColumns } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import { ACCESS, ACCESS_KINDS } from "../../app/modules/identity/access.server";
import { openSession } from "../../app/modules/identity/sessions.server";
import {
  createSecretToken,
  hashToken,
  PENDING_STEPS,
} from "../../app/modules/identity/tokens/user-tokens.server";
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
  users,
  userTokens,
  webhookEndpoints,
} from "../../db/schema";
import { createCity } from "./city";
import { createEvent } from "./event";

/**
 * Gives an account one of each kind of access besides its password, past all commands, as rows from
 * before a rule are. @returns the secrets of those that a request can present
 */
export async function addEveryAccess(deps: Deps, userId: string) {
  const { db, clock } = deps;
  const at = clock.now();
  const unique = () => crypto.randomUUID();
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const [key, calendar] = [createSecretToken(random), createSecretToken(random)];
  const { id: cityId } = await createCity(db, { id: unique(), slug: unique() });
  const { id: event } = await createEvent(db, { id: unique(), cityId, startsAt: at });
  const page = await openSession(
    { ...deps, random, ids: { next: unique } },
    { userId, userAgent: "curl/8.9", kind: "page" },
  );
  await db.batch([
    ...page.statements,
    db.insert(apiKeys).values({
      id: unique(),
      userId,
      name: "A script",
      tokenHash: await hashToken(key),
      ending: key.slice(-4),
      scopes: ["read", "events"],
      createdAt: at,
      expiresAt: at + 86_400_000,
    }),
    db.insert(passkeys).values({
      id: unique(),
      userId,
      credentialId: unique(),
      publicKey: "key",
      counter: 0,
      transports: [],
      name: "A phone",
      isBackedUp: false,
      createdAt: at,
    }),
    db
      .update(users)
      .set({ totpSecret: "sealed", totpEnabledAt: at, totpLastStep: null })
      .where(eq(users.id, userId)),
    db.insert(recoveryCodes).values({ userId, codeHash: unique() }),
    db
      .insert(externalIdentities)
      .values({ provider: "google", subject: unique(), userId, createdAt: at }),
    db.insert(knownDevices).values({ userId, deviceHash: unique(), createdAt: at, lastSeenAt: at }),
    db.insert(calendarFeeds).values({
      userId,
      tokenHash: await hashToken(calendar),
      sealedToken: "sealed",
      createdAt: at,
    }),
    db.insert(webhookEndpoints).values({
      id: unique(),
      userId,
      url: "https://listener.example/hook",
      types: ["event.published"],
      isOwnOnly: true,
      sealedSecret: "sealed",
      createdAt: at,
    }),
    db.insert(pushSubscriptions).values({
      id: unique(),
      userId,
      endpoint: `https://push.example/${unique()}`,
      p256dh: "x",
      auth: "x",
      locale: "en",
      createdAt: at,
    }),
    db.insert(doorDevices).values({
      id: unique(),
      occ: `${event}/2026-12-09T20:00`,
      eventId: event,
      name: "Gate A",
      keyHash: unique(),
      pinHash: "keyed",
      userId,
      createdAt: at,
    }),
    db.insert(hostInvitations).values({
      id: unique(),
      eventId: event,
      role: "cohost",
      email: "helper@mail.example",
      tokenHash: unique(),
      userId,
      createdAt: at,
      expiresAt: at + 86_400_000,
    }),
    ...(["change-email", "end-sessions"] as const).map((purpose) =>
      db.insert(userTokens).values({
        tokenHash: unique(),
        purpose,
        userId,
        createdAt: at,
        expiresAt: at + 86_400_000,
      }),
    ),
  ]);
  return { key: `rd_${key}`, calendar, session: page.session.token ?? "" };
}

/** Rows of each table of the registry, and whether the columns of `users` are set. */
export async function countAccess(deps: Deps, userId: string): Promise<Record<string, number>> {
  const { db } = deps;
  const person = await db.select().from(users).where(eq(users.id, userId)).get();
  const counts = await Promise.all(
    ACCESS_KINDS.map(async (kind) => {
      const { table } = ACCESS[kind];
      if (kind === "password") return [kind, person?.passwordHash ? 1 : 0] as const;
      if (kind === "authenticator") return [kind, person?.totpSecret ? 1 : 0] as const;
      if (table !== userTokens) {
        const { userId: owner } = getTableColumns(table);
        return [kind, owner ? await db.$count(table, eq(owner, userId)) : 0] as const;
      }
      const tokens = await db
        .select({ purpose: userTokens.purpose })
        .from(userTokens)
        .where(eq(userTokens.userId, userId));
      const isOf = ({ purpose }: (typeof tokens)[number]) =>
        (kind === "pendingSteps") === PENDING_STEPS.includes(purpose);
      return [kind, tokens.filter(isOf).length] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** The kinds of access that there are to an account. */
export const accessHeld = async (deps: Deps, userId: string): Promise<string[]> =>
  Object.entries(await countAccess(deps, userId))
    .filter(([, count]) => count > 0)
    .map(([kind]) => kind)
    .sort();
