import { asc, desc, eq } from "drizzle-orm";
import { trustEntries } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { TRUST_POINTS, type TrustKind } from "./trust-score";

type Writer = Pick<Deps, "db" | "clock">;

/**
 * The statement that counts a cause for somebody's trust, for the batch of that cause. The same cause never counts twice;
 * a trigger brings the score up to date. @param subject what it is about, e.g. an event's id
 */
export function trustEntry({ db, clock }: Writer, userId: string, kind: Exclude<TrustKind, "adjustment">, subject = "") {
  return db
    .insert(trustEntries)
    .values({ userId, kind, subject, points: TRUST_POINTS[kind], createdAt: clock.now() })
    .onConflictDoNothing();
}

export type TrustEntry = typeof trustEntries.$inferSelect;

/** Why somebody's score is what it is, the newest first. */
export function trustEntriesOf({ db }: Pick<Deps, "db">, userId: string, limit = 20): Promise<TrustEntry[]> {
  return db
    .select()
    .from(trustEntries)
    .where(eq(trustEntries.userId, userId))
    .orderBy(desc(trustEntries.createdAt), asc(trustEntries.subject))
    .limit(limit);
}
