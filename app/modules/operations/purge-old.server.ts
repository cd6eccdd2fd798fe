import { lt } from "drizzle-orm";
import { clientReports, dailyCounts, notifications } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

/** The cutoff of the configured retention, 24 months at most (decisions.md §15). */
const cutoff = (at: number, retentionMonths: number) => at - retentionMonths * 30.5 * DAY;

export const countsPurge = purgeOf(dailyCounts, (at, months) =>
  lt(dailyCounts.day, new Date(cutoff(at, months)).toISOString().slice(0, 10)),
);
export const clientReportsPurge = purgeOf(clientReports, (at, months) =>
  lt(clientReports.createdAt, cutoff(at, months)),
);
export const notificationsPurge = purgeOf(notifications, (at, months) =>
  lt(notifications.createdAt, cutoff(at, months)),
);
