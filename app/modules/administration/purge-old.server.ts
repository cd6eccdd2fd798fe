import { lt, sql } from "drizzle-orm";
import { clientReports, dailyCounts, notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";
import { purgeAuditEntries } from "../audit/audit-chain.server";
import { purgeIngestion } from "../ingestion/purge-ingestion.server";

const MONTH = 30.5 * DAY;
/** Rows that one night removes: a statement must end in seconds. */
const BATCH = 10_000;

/**
 * Nightly: forgets what is kept no longer than the operator says, 24 months at most: the audit log, the counts of days and
 * notifications (decisions.md §15), and what ingestion has kept. What one night does not manage, the next one does.
 */
export async function purgeOld(deps: Pick<Deps, "db" | "clock" | "retentionMonths">) {
  const { db, clock, retentionMonths } = deps;
  const cutoff = clock.now() - retentionMonths * MONTH;
  const day = new Date(cutoff).toISOString().slice(0, 10);
  const { forgotten } = await purgeAuditEntries(deps, retentionMonths);
  const ingestion = await purgeIngestion(deps, retentionMonths);
  const [counts, reports, told] = await db.batch([
    db.delete(dailyCounts).where(lt(dailyCounts.day, day)),
    db
      .delete(clientReports)
      .where(sql`rowid IN (SELECT rowid FROM ${clientReports} WHERE ${lt(clientReports.createdAt, cutoff)} LIMIT ${BATCH})`),
    db
      .delete(notifications)
      .where(
        sql`${notifications.id} IN (${db
          .select({ id: notifications.id })
          .from(notifications)
          .where(lt(notifications.createdAt, cutoff))
          .limit(BATCH)})`,
      ),
  ]);
  return {
    auditEntries: forgotten,
    dailyCounts: counts.meta.changes,
    clientReports: reports.meta.changes,
    notifications: told.meta.changes,
    ...ingestion,
  };
}
