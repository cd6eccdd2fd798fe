import { lt } from "drizzle-orm";
import { clientReports, dailyCounts, notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";
import { purgeAuditEntries } from "../audit/audit-chain.server";
import { purgeIngestion } from "../ingestion/purge-ingestion.server";
import { purgeInRounds } from "../queues/purge-rounds.server";

const MONTH = 30.5 * DAY;
/** Rounds of the audit log that one night takes: each must end in seconds. */
const AUDIT_ROUNDS = 200;

/**
 * Nightly: forgets what is kept no longer than the operator says, 24 months at most: the audit log, the counts of days and
 * notifications (decisions.md §15), and what ingestion has kept. What one night does not manage, the next one does.
 */
export async function purgeOld(deps: Pick<Deps, "db" | "clock" | "retentionMonths">) {
  const { clock, retentionMonths } = deps;
  const cutoff = clock.now() - retentionMonths * MONTH;
  const day = new Date(cutoff).toISOString().slice(0, 10);
  let auditEntries = 0;
  for (let round = 0; round < AUDIT_ROUNDS; round++) {
    const { forgotten } = await purgeAuditEntries(deps, retentionMonths);
    auditEntries += forgotten;
    if (forgotten === 0) break;
  }
  const ingestion = await purgeIngestion(deps, retentionMonths);
  const counts = await purgeInRounds(deps, dailyCounts, lt(dailyCounts.day, day));
  const reports = await purgeInRounds(deps, clientReports, lt(clientReports.createdAt, cutoff));
  const told = await purgeInRounds(deps, notifications, lt(notifications.createdAt, cutoff));
  return { auditEntries, dailyCounts: counts.removed, clientReports: reports.removed, notifications: told.removed, ...ingestion };
}
