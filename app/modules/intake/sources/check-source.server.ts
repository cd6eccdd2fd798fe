import { and, asc, eq, gte, inArray, ne, sql } from "drizzle-orm";
import {
  ingestionCandidates,
  ingestionRuns,
  sourceChecks,
  sourceItems,
  sources,
} from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { log } from "../../../lib/runtime/log";
import { citiesById } from "../../cities/queries.server";
import type { SourceCheckValues } from "../../jobs/jobs.server";
import { runGuarded } from "../../store/run-guarded.server";
import { SOURCE_READERS } from "../entries/source-readers.server";
import { processRun } from "../ingestion/process-run.server";
import { staffAlert } from "./alert-staff.server";
import {
  FetchFailed,
  type FetchOptions,
  type FetchReason,
  fetchOptionsOf,
} from "./fetch-source.server";
import { importItems, ON_TRIAL } from "./import-items.server";
import { proposeEnglish } from "./propose-english.server";
import { publishTrusted } from "./publish-trusted.server";
import type { SourceRow } from "./queries.server";
import { backoffOf, LEFT_MAX, readSource } from "./read-source.server";
import { recordItems, runsOfCheck } from "./record-items.server";

/** A list that had this many items and has none now has changed its shape. */
const BROKEN_AFTER = 3;

/**
 * One step of a check (docs/decisions/sources.md): reads a part of the source, marks what is gone,
 * imports what is new or has changed, proposes English texts, assesses it, and ends the check. Each step may run twice.
 * @returns what remains; null at the end
 */
export async function checkSourceOn(
  deps: Deps,
  values: SourceCheckValues,
  options: FetchOptions = fetchOptionsOf(deps),
): Promise<SourceCheckValues | null> {
  const { sourceId, checkId, phase } = values;
  const [[source], [check]] = await deps.db.batch([
    deps.db.select().from(sources).where(eq(sources.id, sourceId)),
    deps.db
      .select({ id: sourceChecks.id })
      .from(sourceChecks)
      .where(and(eq(sourceChecks.id, checkId), eq(sourceChecks.status, "running"))),
  ]);
  // Deleted meanwhile, or ended by an earlier run of this step.
  if (!source || !check) return null;
  switch (phase) {
    case "read":
      return readOn(deps, source, values, options);
    case "gone":
      await markGone(deps, source, values);
      return { ...values, phase: "import" };
    case "import":
      return (await importItems(deps, source, checkId))
        ? values
        : { ...values, phase: "translate" };
    case "translate": {
      const translated = await proposeEnglish(deps, source, checkId, values.translated ?? null);
      return translated === null ? { ...values, phase: "assess" } : { ...values, translated };
    }
    case "assess":
      await assess(deps, source, checkId);
      return { ...values, phase: "end" };
    case "end":
      await endCheck(deps, source, values);
      return null;
  }
}

/** The cities of a source, its own first. */
export async function citiesOf(
  deps: Pick<Deps, "db" | "memo">,
  { cityId, otherCityIds }: Pick<SourceRow, "cityId" | "otherCityIds">,
) {
  const known = await citiesById(deps);
  return [cityId, ...otherCityIds].flatMap((id) => known.get(id) ?? []);
}

async function readOn(
  deps: Deps,
  source: SourceRow,
  values: SourceCheckValues,
  options: FetchOptions,
): Promise<SourceCheckValues | null> {
  const { checkId, follow } = values;
  const cities = await citiesOf(deps, source);
  try {
    const { etag, lastModified, bodyHash } = source;
    const part = await readSource(
      deps,
      { ...source, cities },
      { follow, conditions: { etag, lastModified, bodyHash } },
      options,
    );
    if (!part.isModified) {
      await settle(deps, source, checkId, { status: "not-modified", requests: part.requests });
      return null;
    }
    await recordItems(deps, source.id, checkId, part.items);
    await deps.db
      .update(sourceChecks)
      .set({
        requests: sql`requests + ${part.requests}`,
        leftOut: sql`left_out + ${part.leftOut}`,
        over: sql`over_entries + ${part.over}`,
        unread: sql`unread_entries + ${part.unread}`,
        left: sql`(SELECT json_group_array(json(value)) FROM (
          SELECT value FROM json_each(left_entries)
          UNION ALL SELECT value FROM json_each(${JSON.stringify(part.left)}) LIMIT ${LEFT_MAX}))`,
      })
      .where(eq(sourceChecks.id, checkId));
    const next = {
      ...values,
      ...(follow === null && part.conditions),
      follow: part.follow,
      isPartial: values.isPartial || part.isPartial,
    };
    return part.follow.length > 0 ? next : { ...next, phase: "gone" };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    await failCheck(deps, source, checkId, error);
    return null;
  }
}

/**
 * Items of earlier checks that a complete list has no more, and that are still to come. A list that
 * is empty all at once proves nothing.
 */
async function markGone(
  deps: Deps,
  source: SourceRow,
  { checkId, isPartial }: SourceCheckValues,
): Promise<void> {
  if (
    !SOURCE_READERS[source.kind].isComplete ||
    isPartial ||
    (await countFound(deps, source.id, checkId)) === 0
  )
    return;
  const [city] = await citiesOf(deps, source);
  const today = localDay(deps.clock.now(), city?.timeZone ?? "UTC");
  await deps.db
    .update(sourceItems)
    .set({ state: "gone", isDue: true, changedAt: deps.clock.now() })
    .where(
      and(
        eq(sourceItems.sourceId, source.id),
        ne(sourceItems.checkId, checkId),
        eq(sourceItems.state, "present"),
        gte(sourceItems.lastDay, today),
      ),
    );
}

async function countFound(
  { db }: Pick<Deps, "db">,
  sourceId: string,
  checkId: string,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(sourceItems)
    .where(and(eq(sourceItems.sourceId, sourceId), eq(sourceItems.checkId, checkId)));
  return row?.count ?? 0;
}

async function assess(deps: Deps, source: SourceRow, checkId: string): Promise<void> {
  const runs = await deps.db
    .select({ id: ingestionRuns.id })
    .from(ingestionRuns)
    .where(and(runsOfCheck(checkId), inArray(ingestionRuns.status, ["pending", "running"])))
    .orderBy(asc(ingestionRuns.id));
  for (const { id } of runs) await processRun(deps, id);
  const open = await deps.db
    .select({ id: ingestionRuns.id })
    .from(ingestionRuns)
    .where(and(runsOfCheck(checkId), inArray(ingestionRuns.status, ["pending", "running"])))
    .get();
  if (open) throw new Error("A run of the check is processed by another worker.");
  if (source.trust === "trial") await markTrial(deps, checkId);
  await publishTrusted(deps, source, checkId);
}

/**
 * Flags candidates of a source on trial, so that bulk approval leaves them out. An editor's
 * correction ends it.
 */
async function markTrial(
  { db, clock }: Pick<Deps, "db" | "clock">,
  checkId: string,
): Promise<void> {
  await db
    .update(ingestionCandidates)
    .set({
      findings: sql`json_insert(findings, '$[#]', json(${JSON.stringify(ON_TRIAL)}))`,
      status: "flagged",
      updatedAt: clock.now(),
    })
    .where(
      and(
        inArray(
          ingestionCandidates.runId,
          db.select({ id: ingestionRuns.id }).from(ingestionRuns).where(runsOfCheck(checkId)),
        ),
        inArray(ingestionCandidates.status, ["pending_review", "auto_approved", "flagged"]),
        sql`instr(findings, '"trial-source"') = 0`,
      ),
    );
}

/** Ends a check that read its source to the end. */
async function endCheck(deps: Deps, source: SourceRow, values: SourceCheckValues): Promise<void> {
  const items = await countFound(deps, source.id, values.checkId);
  const isBroken = items === 0 && source.lastItems >= BROKEN_AFTER;
  const { etag, lastModified, bodyHash } = values;
  await settle(deps, source, values.checkId, {
    status: isBroken ? "broken" : "ok",
    items,
    // A partial list must be read again.
    conditions: isBroken || values.isPartial ? null : { etag, lastModified, bodyHash },
  });
}

async function failCheck(
  deps: Deps,
  source: SourceRow,
  checkId: string,
  failure: FetchFailed,
): Promise<void> {
  log("warn", "source.failed", { id: source.id, kind: source.kind, reason: failure.reason });
  await settle(deps, source, checkId, {
    status: "failed",
    reason: failure.reason,
    retryAfter: failure.retryAfter,
  });
}

interface Outcome {
  status: "ok" | "not-modified" | "broken" | "failed";
  items?: number;
  requests?: number;
  reason?: FetchReason;
  retryAfter?: number | null;
  conditions?: Pick<SourceRow, "etag" | "lastModified" | "bodyHash"> | null;
}

/** Writes a check's outcome and the source's health in one batch, once. */
async function settle(
  deps: Deps,
  source: SourceRow,
  checkId: string,
  outcome: Outcome,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { status, items, conditions, requests } = outcome;
  const hasFailed = status === "failed";
  const reason = outcome.reason ?? (status === "broken" ? "broken" : null);
  const failures = reason === null ? 0 : source.failures + 1;
  const alert = staffAlert(deps, source, checkId, { reason, failures });
  await runGuarded(deps, [
    db
      .update(sourceChecks)
      .set({
        status: sql`CASE WHEN status = 'running' THEN ${status} END`,
        items: status === "not-modified" ? source.lastItems : (items ?? 0),
        reason,
        endedAt: now,
        ...(requests !== undefined && { requests }),
      })
      .where(eq(sourceChecks.id, checkId)),
    db
      .update(sources)
      .set({
        lastCheckedAt: now,
        lastStatus: status,
        failures,
        lastError: reason,
        alertedCheckId: alert.alertedCheckId,
        ...(items !== undefined && items > 0 && { lastItems: items }),
        ...(conditions !== undefined &&
          (conditions ?? { etag: null, lastModified: null, bodyHash: null })),
        ...(hasFailed && {
          dueAt: now + backoffOf(source.everyMinutes, failures, outcome.retryAfter ?? null),
        }),
      })
      .where(eq(sources.id, source.id)),
    ...alert.statements,
  ]);
  await alert.dispatch();
  if (status === "broken")
    log("warn", "source.broken", { id: source.id, kind: source.kind, before: source.lastItems });
}
