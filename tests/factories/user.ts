import type { Deps } from "../../app/lib/deps";
import type { KeyScope } from "../../app/lib/permissions";
import { openSession, secretCookie } from "../../app/modules/identity/sessions.server";
import { createAccessToken } from "../../app/modules/identity/tokens/tokens.server";
import { createSecretToken, hashToken } from "../../app/modules/identity/tokens/user-tokens.server";
import type { UserRow } from "../../app/modules/identity/users/queries.server";
import {
  DEFAULT_NOTIFICATIONS,
  userSearchKey,
} from "../../app/modules/identity/users/queries.server";
import type { Database } from "../../db/client";
import { apiKeys, users } from "../../db/schema";

let count = 0;

/** Inserts a user: verified, onboarded, without a password by default. */
export async function createUser(
  db: Database,
  changes: Partial<typeof users.$inferInsert> = {},
): Promise<UserRow> {
  count += 1;
  const email = changes.email ?? `person-${count}@rooydad.example`;
  const displayName = changes.displayName ?? `Person ${count}`;
  const [user] = await db
    .insert(users)
    .values({
      id: `019b0000-0000-7000-b000-${String(count).padStart(12, "0")}`,
      email,
      emailVerifiedAt: 0,
      emailProvedAt: 0,
      displayName,
      interests: [],
      cities: [],
      notificationPreferences: DEFAULT_NOTIFICATIONS,
      onboardingCompletedAt: 0,
      searchKey: userSearchKey(displayName, email),
      createdAt: 0,
      updatedAt: 0,
      ...changes,
    })
    .returning();
  if (!user) throw new Error("The person was not written.");
  return user;
}

/** Opens a page session. @returns Cookie header for `origin` */
export async function cookieOf(
  deps: Deps,
  userId: string,
  origin = "https://rooydad.test",
): Promise<string> {
  const { session, statements } = await openSession(deps, {
    userId,
    userAgent: "A test",
    kind: "page",
  });
  await deps.db.batch([...statements]);
  return secretCookie("session", new Request(origin), session.token).split(";")[0] as string;
}

/** Opens an API session. @returns Authorization header of its access token */
export async function bearerOf(deps: Deps, userId: string): Promise<string> {
  const { session, statements } = await openSession(deps, {
    userId,
    userAgent: "A test",
    kind: "api",
  });
  await deps.db.batch([...statements]);
  return `Bearer ${await createAccessToken(deps, userId, session.id)}`;
}

/** A key of the API with these scopes. */
export async function keyOf(
  { db, clock, ids, random }: Deps,
  userId: string,
  scopes: KeyScope[],
): Promise<string> {
  const secret = createSecretToken(random);
  const [now, tokenHash] = [clock.now(), await hashToken(secret)];
  await db.insert(apiKeys).values({
    id: ids.next(),
    userId,
    name: "A key",
    tokenHash,
    ending: "",
    scopes,
    createdAt: now,
    expiresAt: now + 86_400_000,
  });
  return `rd_${secret}`;
}
