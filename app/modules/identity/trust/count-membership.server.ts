import { and, gt, isNull, lte, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { trustEntries, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { MEMBERSHIP_MONTHS_MAX, TRUST_POINTS } from "./trust-score";

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
