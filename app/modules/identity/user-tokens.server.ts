import { and, desc, eq, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import { type TOKEN_PURPOSES, userTokens } from "../../../db/schema";
import { DAY, HOUR, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { createSecretToken, hashToken, isSecretToken } from "./secret-token.server";

type Purpose = (typeof TOKEN_PURPOSES)[number];

/** How long each kind works, ms (decisions.md §5). */
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

interface NewToken {
  purpose: Purpose;
  userId: string | null;
  payload?: string;
  /** The secret that only the browser has which asked. */
  browser?: string | null;
}

/** A secret that works once, and the statement that stores its hash. */
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

/** A token that still works; null for any other. Looking at it does not use it up: link scanners look, people act. */
export async function findToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const row = await db
    .select()
    .from(userTokens)
    .where(and(eq(userTokens.tokenHash, await hashToken(token)), eq(userTokens.purpose, purpose), gt(userTokens.expiresAt, clock.now())))
    .get();
  return row ?? null;
}

/** Uses a token up. Of two at once, one gets it. */
export async function takeToken(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const row = await db
    .delete(userTokens)
    .where(and(eq(userTokens.tokenHash, await hashToken(token)), eq(userTokens.purpose, purpose), gt(userTokens.expiresAt, clock.now())))
    .returning()
    .get();
  return row ?? null;
}

/** Uses a link up, and with it all others of its kind and person. Of two at once, one gets it, whichever links they are. */
export async function takeLink(
  { db, clock }: Pick<Deps, "db" | "clock">,
  purpose: Purpose,
  token: string | null,
): Promise<UserToken | null> {
  if (!isSecretToken(token)) return null;
  const tokenHash = await hashToken(token);
  const isThis = and(eq(userTokens.tokenHash, tokenHash), eq(userTokens.purpose, purpose), gt(userTokens.expiresAt, clock.now()));
  const rows = await db
    .delete(userTokens)
    .where(
      and(
        eq(userTokens.purpose, purpose),
        inArray(userTokens.userId, db.select({ userId: userTokens.userId }).from(userTokens).where(isThis)),
      ),
    )
    .returning();
  return rows.find((row) => row.tokenHash === tokenHash) ?? null;
}

/** Links of a kind that work side by side: whoever asks again may still open the mail of before (decisions.md §5). */
const LINKS_KEPT = 3;

/** The statement that makes room for a new link: it leaves the newest of before, one fewer than may be there. */
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

/** The statement that makes all of somebody's tokens of a kind useless: a newer link replaces the older ones. */
export const dropTokens = ({ db }: Pick<Deps, "db">, userId: string, ...purposes: [Purpose, ...Purpose[]]) =>
  db.delete(userTokens).where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, purposes)));

/**
 * The statement for when the password has changed: whatever the old one, or who knew it, has begun comes to nothing.
 * A pending change of the address above all, since it would give the account away afterwards.
 */
export const dropPendingTokens = (deps: Pick<Deps, "db">, userId: string) =>
  dropTokens(deps, userId, "change-email", "reset-password", "sign-in", "second-factor", "add-passkey");

/** Tokens that have expired. */
export const tokensPurge = purgeOf(userTokens, (at) => lt(userTokens.expiresAt, at));
