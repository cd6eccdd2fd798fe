import { asc, desc, eq } from "drizzle-orm";
import { trustEntries } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { TRUST_POINTS, type TrustKind } from "./trust-score";

type Writer = Pick<Deps, "db" | "clock">;

/**
 * The statement that adds a trust entry, for the batch of its cause. Each subject counts once; a
 * trigger updates the score. @param subject such as an event's id
 */
export function trustEntry(
  { db, clock }: Writer,
  userId: string,
  kind: Exclude<TrustKind, "adjustment">,
  subject = "",
) {
  return db
    .insert(trustEntries)
    .values({ userId, kind, subject, points: TRUST_POINTS[kind], createdAt: clock.now() })
    .onConflictDoNothing();
}

export type TrustEntry = typeof trustEntries.$inferSelect;

/** The entries of a user's trust score, newest first. */
export function trustEntriesOf(
  { db }: Pick<Deps, "db">,
  userId: string,
  limit = 20,
): Promise<TrustEntry[]> {
  return db
    .select()
    .from(trustEntries)
    .where(eq(trustEntries.userId, userId))
    .orderBy(desc(trustEntries.createdAt), asc(trustEntries.subject))
    .limit(limit);
}
