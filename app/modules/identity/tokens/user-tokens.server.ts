import { and, desc, eq, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import { type TOKEN_PURPOSES, userTokens } from "../../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps, Random } from "../../../lib/deps";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";

/** Bytes. 256 bits cannot be guessed, so the database stores a plain hash (ASVS 7.2.3). */
const LENGTH = 32;

/** A new secret for a cookie or link, 43 characters of base64url. */
export const createSecretToken = (random: Random): string =>
  Buffer.from(random.bytes(LENGTH)).toString("base64url");

/** The stored form of a secret: hexadecimal SHA-256. */
export async function hashToken(token: string): Promise<string> {
  return Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)),
  ).toString("hex");
}

/** Whether a text has the format of our secrets; saves a query. */
export const isSecretToken = (text: string | null | undefined): text is string =>
  /^[A-Za-z0-9_-]{43}$/.test(text ?? "");

type Purpose = (typeof TOKEN_PURPOSES)[number];

/** Lifetime per purpose, ms (decisions.md §5). */
export const TOKEN_LIFETIME: Record<Purpose, number> = {
  "verify-email": DAY,
  "change-email": DAY,
  "reset-password": HOUR,
  "sign-in": HOUR,
  "sign-up": DAY,
  "second-factor": 10 * MINUTE,
  google: 10 * MINUTE,
  "google-sign-up": 30 * MINUTE,
  "add-passkey": 5 * MINUTE,
  "passkey-sign-in": 10 * MINUTE,
  "end-sessions": 7 * DAY,
};

/**
 * Purposes of steps that a password or a session may have begun, such as a change of address: they
 * end with it.
 */
export const PENDING_STEPS: Purpose[] = [
  "change-email",
  "reset-password",
  "sign-in",
  "second-factor",
  "add-passkey",
];

interface NewToken {
  purpose: Purpose;
  userId: string | null;
  payload?: string;
  /** Device secret of the browser that asked. */
  browser?: string | null;
}

/** A single-use secret, and the statement that stores its hash. */
export async function tokenStatement(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  { purpose, userId, payload, browser }: NewToken,
) {
  const token = createSecretToken(random);
  const now = clock.now();
  const statement = db.insert(userTokens).values({
    tokenHash: await hashToken(token),
    purpose,
    userId,
    payload: payload ?? "",
    browserHash: browser ? await hashToken(browser) : null,
    createdAt: now,
    expiresAt: now + TOKEN_LIFETIME[purpose],
  });
  return { token, statements: [statement] as const };
}

export type UserToken = typeof userTokens.$inferSelect;

/** A valid token; null otherwise. Does not consume it: link scanners open links too. */
export async function findToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const row = await db
    .select()
    .from(userTokens)
    .where(
      and(
        eq(userTokens.tokenHash, await hashToken(token)),
        eq(userTokens.purpose, purpose),
        gt(userTokens.expiresAt, clock.now()),
      ),
    )
    .get();
  return row ?? null;
}

/** Consumes a token. Of concurrent calls, one gets it. */
export async function consumeToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const row = await db
    .delete(userTokens)
    .where(
      and(
        eq(userTokens.tokenHash, await hashToken(token)),
        eq(userTokens.purpose, purpose),
        gt(userTokens.expiresAt, clock.now()),
      ),
    )
    .returning()
    .get();
  return row ?? null;
}

/**
 * Consumes a link and all others of its purpose and user. Of concurrent calls, one succeeds, even
 * with different links.
 */
export async function consumeLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const tokenHash = await hashToken(token);
  const isThis = and(
    eq(userTokens.tokenHash, tokenHash),
    eq(userTokens.purpose, purpose),
    gt(userTokens.expiresAt, clock.now()),
  );
  const rows = await db
    .delete(userTokens)
    .where(
      and(
        eq(userTokens.purpose, purpose),
        inArray(
          userTokens.userId,
          db.select({ userId: userTokens.userId }).from(userTokens).where(isThis),
        ),
      ),
    )
    .returning();
  return rows.find((row) => row.tokenHash === tokenHash) ?? null;
}

/**
 * Links of a purpose that are valid at the same time: after a second request, the first mail's link
 * still works (decisions.md §5).
 */
const LINKS_KEPT = 3;

/** Statement that keeps only the newest links, with room for a new one. */
export const dropOldLinks = ({ db }: Pick<Deps, "db">, userId: string, purpose: Purpose) => {
  const isOfKind = and(eq(userTokens.userId, userId), eq(userTokens.purpose, purpose));
  const newest = db
    .select({ tokenHash: userTokens.tokenHash })
    .from(userTokens)
    .where(isOfKind)
    .orderBy(desc(userTokens.createdAt), desc(sql`rowid`))
    .limit(LINKS_KEPT - 1);
  return db.delete(userTokens).where(and(isOfKind, notInArray(userTokens.tokenHash, newest)));
};

/** Statement that invalidates all tokens of a user with the given purposes. */
export const dropTokens = (
  { db }: Pick<Deps, "db">,
  userId: string,
  ...purposes: [Purpose, ...Purpose[]]
) =>
  db
    .delete(userTokens)
    .where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, purposes)));

/** Expired tokens. */
export const tokensPurge = purgeOf(userTokens, (at) => lt(userTokens.expiresAt, at));
