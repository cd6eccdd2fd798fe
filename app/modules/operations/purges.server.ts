import { and, eq, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { clientReports, dailyCounts, jobs, notifications, users } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { log } from "../../lib/runtime/log";
import { type Purge, purgeOf } from "../../lib/runtime/purge-rounds.server";
import { enqueueJob, type JobValues, jobStatement } from "../jobs/jobs.server";
import { backlogName, PURGE_KINDS, type PurgeKind, purgeJobId } from "../jobs/purge-kinds";
import { notifyRooms } from "../notifications/notification-statements.server";
import { insertSelect } from "../store/run-guarded.server";

/** Purges by kind. */
export type Purges = Record<PurgeKind, Purge>;

/** Past this a backlog is not counted further. */
const COUNT_LIMIT = 1_000_000;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * Nightly, before `beginPurges`: records by kind how many rows are overdue for purging. The
 * dashboard shows the backlog; when one has grown, admins and the owner are notified, once a night.
 * @returns the overdue rows of all kinds, and the kinds whose backlog has grown
 */
export async function measureBacklogs(
  deps: Deps,
  purges: Purges,
): Promise<{ rows: number; grown: PurgeKind[] }> {
  const { db, clock } = deps;
  const now = clock.now();
  const [today, yesterday] = [dayOf(now), dayOf(now - DAY)];
  const limit = sql.raw(String(COUNT_LIMIT));
  const countOf = (kind: PurgeKind) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(sql`(SELECT 1 FROM ${purges[kind].due(deps, now - DAY)} LIMIT ${limit})`);
  const [first, ...rest] = PURGE_KINDS;
  const [known, ...counted] = await db.batch([
    db
      .select({ name: dailyCounts.name, count: dailyCounts.count })
      .from(dailyCounts)
      .where(
        and(
          eq(dailyCounts.day, yesterday),
          inArray(dailyCounts.name, PURGE_KINDS.map(backlogName)),
        ),
      ),
    countOf(first),
    ...rest.map(countOf),
  ]);
  const before = new Map(known.map(({ name, count }) => [name, count]));
  const found = PURGE_KINDS.map((kind, at) => ({
    kind,
    count: counted[at]?.[0]?.count ?? 0,
    was: before.get(backlogName(kind)) ?? 0,
  }));
  const left = found.filter(({ count }) => count > 0);
  const grown = left.filter(({ count, was }) => count > was).map(({ kind }) => kind);
  const rows = left.reduce((sum, { count }) => sum + count, 0);
  await db.batch([
    forgetBacklogs(
      deps,
      found.filter(({ count }) => count === 0).map(({ kind }) => kind),
    ),
    ...left.map(({ kind, count }) =>
      db
        .insert(dailyCounts)
        .values({ name: backlogName(kind), day: today, count })
        .onConflictDoUpdate({ target: [dailyCounts.name, dailyCounts.day], set: { count } }),
    ),
  ]);
  if (grown.length === 0) return { rows, grown };
  log("warn", "purge.behind", { rows, kinds: grown.join(", ") });
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.role, ["admin", "owner"]),
        eq(users.isActive, true),
        isNull(users.deletedAt),
      ),
    );
  const notified = await alertStatement(deps, people, rows);
  await notifyRooms(deps, notified);
  return { rows, grown };
}

/** Adds one notification per recipient and day; it returns the new rows. */
function alertStatement(
  { db, clock, ids }: Deps,
  people: readonly { id: string }[],
  count: number,
) {
  const now = clock.now();
  const rows = JSON.stringify(people.map(({ id }) => [ids.next(), id]));
  return insertSelect(
    db,
    notifications,
    {
      id: sql`value ->> 0`,
      userId: sql`value ->> 1`,
      type: "other",
      kind: "purge-behind",
      values: { count },
      actionPath: paths.adminDashboard(),
      relatedEntityId: null,
      idempotencyKey: sql`${`purge-behind:${dayOf(now)}:`} || (value ->> 1)`,
      readAt: null,
      createdAt: now,
    },
    sql`FROM json_each(${rows}) WHERE true`,
  )
    .onConflictDoNothing()
    .returning();
}

const forgetBacklogs = ({ db, clock }: Pick<Deps, "db" | "clock">, kinds: readonly PurgeKind[]) =>
  db
    .delete(dailyCounts)
    .where(
      and(
        gte(dailyCounts.day, dayOf(clock.now() - DAY)),
        inArray(dailyCounts.name, kinds.map(backlogName)),
      ),
    );

/**
 * Nightly: writes a job for each kind, unless the previous night's job still runs. A dead job
 * restarts, since its failure may have passed.
 */
export async function beginPurges(deps: Deps): Promise<{ jobs: number }> {
  const { db, clock } = deps;
  const begun = PURGE_KINDS.map((kind) =>
    jobStatement(deps, "purge", { kind, removed: 0 }, purgeJobId(kind)),
  );
  await db.batch([
    db
      .update(jobs)
      .set({ givenUpAt: null, attempts: 0, lastError: null, dueAt: clock.now() })
      .where(and(inArray(jobs.id, PURGE_KINDS.map(purgeJobId)), isNotNull(jobs.givenUpAt))),
    ...begun.map(({ statement }) => statement),
  ]);
  for (const { id } of begun) enqueueJob(deps, id);
  return { jobs: begun.length };
}

/** A step of a purge: one round. With the last one its backlog is gone from the dashboard. */
export async function purgeOn(
  deps: Deps,
  purges: Purges,
  { kind, removed, after }: JobValues["purge"],
): Promise<JobValues["purge"] | null> {
  const round = await purges[kind].round(deps, after);
  const next = { kind, removed: removed + round.removed, after: round.after };
  if (!round.isDone) return next;
  await forgetBacklogs(deps, [kind]);
  log("info", "purge.done", { kind, removed: next.removed });
  return null;
}

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
