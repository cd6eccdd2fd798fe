import { and, asc, eq, lte, sql } from "drizzle-orm";
import { sourceChecks, sources } from "../../../../db/schema";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { describeError, log } from "../../../lib/runtime/log";
import { enqueueJob, jobStatement } from "../../jobs/jobs.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";

/** Checks that a minute's cron begins. */
const AT_ONCE = 20;
/** After this time a check that has not ended does not hold up its host any more, ms. */
const ABANDONED = HOUR;

type Begun = Pick<typeof sources.$inferSelect, "id" | "dueAt" | "everyMinutes" | "host">;

/**
 * Every minute: begins the checks that are due, at most one a host, unless the settings say
 * otherwise.
 */
export async function beginSourceChecks(deps: Deps): Promise<{ checks: number }> {
  const { features } = await settingsOf(deps);
  if (!features.enableSourceChecks) return { checks: 0 };
  const due = await deps.db
    .select({
      id: sources.id,
      dueAt: sources.dueAt,
      everyMinutes: sources.everyMinutes,
      host: sources.host,
    })
    .from(sources)
    // Written out, so that the partial index is taken.
    .where(and(sql`status = 'active'`, lte(sources.dueAt, deps.clock.now())))
    .orderBy(asc(sources.dueAt), asc(sources.id))
    .limit(AT_ONCE);
  let checks = 0;
  await isolateFailures(
    due,
    async (part) => {
      for (const source of part)
        if ((await beginCheck(deps, source, "scheduled")) !== null) checks += 1;
    },
    async ({ id }, error) =>
      log("error", "source.check-not-begun", { source: id, ...describeError(error) }),
    { atOnce: 1, isEnough: () => !hasAllowance(deps) },
  );
  return { checks };
}

/**
 * Begins a check: its row and its job in one batch, so that it is neither lost nor there twice.
 * @returns its id; null while another check of the host runs, or if another worker has begun it
 */
export async function beginCheck(
  deps: Deps,
  { id, dueAt, everyMinutes, host }: Begun,
  cause: "scheduled" | "manual",
): Promise<string | null> {
  const { db, ids, clock } = deps;
  const now = clock.now();
  const checkId = ids.next();
  const isFree = sql`NOT EXISTS (SELECT 1 FROM sources o CROSS JOIN source_checks c WHERE o.host = ${host} AND c.source_id = o.id AND c.started_at > ${now - ABANDONED} AND c.status = 'running')`;
  const job = jobStatement(
    deps,
    "source.check",
    {
      sourceId: id,
      checkId,
      phase: "read",
      follow: null,
      isPartial: false,
      etag: null,
      lastModified: null,
      bodyHash: null,
    },
    `source:${checkId}`,
  );
  try {
    await runGuarded(deps, [
      db.insert(sourceChecks).values({
        id: checkId,
        sourceId: sql`(SELECT id FROM sources WHERE id = ${id} AND due_at = ${dueAt} AND ${isFree})`,
        cause,
        startedAt: now,
      }),
      db
        .update(sources)
        .set({ dueAt: now + everyMinutes * MINUTE })
        .where(eq(sources.id, id)),
      job.statement,
    ]);
  } catch (error) {
    if (isRefusal(error, "conflict")) return null;
    throw error;
  }
  enqueueJob(deps, job.id);
  return checkId;
}
