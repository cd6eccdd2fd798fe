import { and, asc, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { type TRUST_KINDS, trustEntries, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

export type TrustKind = (typeof TRUST_KINDS)[number];

/**
 * Points of each kind (decisions.md §4). An adjustment names its own. A trigger of migration 0005
 * keeps the clamped sum.
 */
const TRUST_POINTS: Readonly<Record<Exclude<TrustKind, "adjustment">, number>> = {
  "verified-email": 10,
  approval: 5,
  rejection: -10,
  "upheld-flag": -5,
  membership: 1,
};

/** Membership counts so many months (decisions.md §4). */
const MEMBERSHIP_MONTHS_MAX = 12;

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

/**
 * The statement that gives back the points that a decision took. Its entries stay, and an
 * adjustment explains the difference. @param decisionId subject of the entries
 */
export function takeBackTrustStatement({ db, clock }: Writer, decisionId: string) {
  const taken = sql`${trustEntries.subject} = ${decisionId} AND ${trustEntries.kind} IN ('rejection', 'upheld-flag')`;
  return db
    .insert(trustEntries)
    .select(
      db
        .select({
          userId: trustEntries.userId,
          kind: sql<"adjustment">`'adjustment'`.as("kind"),
          subject: trustEntries.subject,
          points: sql<number>`-${trustEntries.points}`.as("points"),
          createdAt: sql<number>`${clock.now()}`.as("created_at"),
        })
        .from(trustEntries)
        .where(taken),
    )
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

/** Nightly runs that may be missed before a month of membership is lost. */
const WINDOW_DAYS = 60;

/**
 * Nightly: adds a point for each month of membership, up to twelve (decisions.md §4). Idempotent.
 */
export async function countMembership({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO("UTC");
  const statements = Array.from({ length: MEMBERSHIP_MONTHS_MAX }, (_, index) => {
    const months = index + 1;
    const latest = now.subtract({ months });
    return db
      .insert(trustEntries)
      .select(
        db
          .select({
            userId: users.id,
            kind: sql<"membership">`'membership'`.as("kind"),
            subject: sql<string>`${String(months)}`.as("subject"),
            points: sql<number>`${TRUST_POINTS.membership}`.as("points"),
            createdAt: sql<number>`${clock.now()}`.as("created_at"),
          })
          .from(users)
          .where(
            and(
              lte(users.createdAt, latest.epochMilliseconds),
              gt(users.createdAt, latest.subtract({ days: WINDOW_DAYS }).epochMilliseconds),
              isNull(users.deletedAt),
            ),
          ),
      )
      .onConflictDoNothing();
  });
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}
