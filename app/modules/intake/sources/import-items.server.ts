import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  ingestionCandidates,
  ingestionRuns,
  sourceChecks,
  sourceItems,
} from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { auditEntry } from "../../audit/audit-entry.server";
import { citiesById } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import type { CandidateValues } from "../ingestion/candidate-values";
import { correctedCandidate } from "../ingestion/corrected-candidate.server";
import { isOpen, readCandidates, type StoredCandidate } from "../ingestion/read-candidates.server";
import { logStatement, MONITORED } from "../ingestion/run-log.server";
import { insertCandidates } from "../ingestion/start-run.server";
import { proposeChanges } from "./propose-changes.server";
import type { SourceRow } from "./queries.server";
import { type ItemRow, settled } from "./record-items.server";

/** New items of one batch, and changed ones of one step. */
const NEW_AT_ONCE = 250;
const CHANGED_AT_ONCE = 20;

/** Finding of candidates of a source on trial. */
export const ON_TRIAL = { code: "trial-source", field: null } as const;

/** Imports some waiting items. @returns whether it did anything; then more may wait */
export async function importItems(
  deps: Deps,
  source: SourceRow,
  checkId: string,
): Promise<boolean> {
  return (await importNew(deps, source, checkId)) || (await importChanged(deps, source, checkId));
}

/**
 * Makes candidates of new items: a run, its candidates and the items' links to them in one batch,
 * one city at a time.
 */
async function importNew(deps: Deps, source: SourceRow, checkId: string): Promise<boolean> {
  const { db, ids, clock } = deps;
  const isNew = and(
    eq(sourceItems.sourceId, source.id),
    sql`is_due = 1`,
    isNull(sourceItems.candidateId),
  );
  // An item cancelled before its first import announces nothing.
  await db.update(sourceItems).set({ isDue: false }).where(and(isNew, sql`state <> 'present'`));
  const waiting = await db
    .select({ id: sourceItems.id, cityId: sourceItems.cityId, next: sourceItems.next })
    .from(sourceItems)
    .where(isNew)
    .orderBy(asc(sourceItems.id))
    .limit(NEW_AT_ONCE);
  const [first] = waiting;
  if (!first) return false;
  const city = (await citiesById(deps)).get(first.cityId);
  const items = waiting.filter(({ cityId }) => cityId === first.cityId);
  const now = clock.now();
  const runId = ids.next();
  const candidates = items.map(({ next }) => ({
    id: ids.next(),
    values: JSON.parse(next ?? "{}") as CandidateValues,
  }));
  const pairs = JSON.stringify(
    items.map(({ id }, index) => ({ id, candidateId: candidates[index]?.id })),
  );
  await runGuarded(deps, [
    db.insert(ingestionRuns).values({
      id: runId,
      source: MONITORED,
      cityId: first.cityId,
      month: localDay(now, city?.timeZone ?? "UTC").slice(0, 7),
      provider: "other",
      categories: [],
      eventsCount: items.length,
      // Of its first item: two workers cannot import the same ones.
      idempotencyKey: `source ${checkId} ${first.id}`,
      dueAt: now,
      creatorId: source.creatorId,
      createdAt: now,
      updatedAt: now,
    }),
    ...insertCandidates(deps, runId, candidates),
    logStatement(deps, runId, [
      { level: "info", code: "run-created", values: { events: items.length } },
    ]),
    auditEntry(deps, {
      actorId: null,
      action: "ingestion.started",
      entity: "ingestion-run",
      entityId: runId,
      metadata: { source: source.name, check: checkId, events: items.length },
    }),
    db
      .update(sourceItems)
      .set({
        candidateId: sql`found.value ->> 'candidateId'`,
        values: sql`next`,
        next: null,
        isDue: false,
      })
      .from(sql`json_each(${pairs}) AS found`)
      .where(sql`${sourceItems.id} = found.value ->> 'id' AND ${sourceItems.candidateId} IS NULL`),
    db
      .update(sourceChecks)
      .set({ added: sql`added + ${items.length}` })
      .where(eq(sourceChecks.id, checkId)),
  ]);
  return true;
}

async function importChanged(deps: Deps, source: SourceRow, checkId: string): Promise<boolean> {
  const { db } = deps;
  const waiting = await db
    .select()
    .from(sourceItems)
    .where(
      and(eq(sourceItems.sourceId, source.id), sql`is_due = 1`, isNotNull(sourceItems.candidateId)),
    )
    .orderBy(asc(sourceItems.id))
    .limit(CHANGED_AT_ONCE);
  if (waiting.length === 0) return false;
  const candidates = new Map(
    (
      await readCandidates(
        deps,
        waiting.flatMap(({ candidateId }) => candidateId ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  for (const item of waiting)
    await importChange(deps, source, checkId, item, candidates.get(item.candidateId ?? ""));
  return true;
}

async function importChange(
  deps: Deps,
  source: SourceRow,
  checkId: string,
  item: ItemRow,
  candidate: StoredCandidate | undefined,
): Promise<void> {
  if (candidate && isOpen(candidate)) return updateCandidate(deps, checkId, item, candidate);
  const merged = candidate?.findings.find(({ code }) => code === "merged-into")?.event;
  const eventId = candidate?.status === "approved" ? candidate.eventId : (merged ?? null);
  if (eventId === null) {
    // Not assessed yet: the next check takes it.
    if (candidate?.status === "waiting") throw new Error("The candidate is not assessed yet.");
    await deps.db.batch(
      settled(deps, item, checkId) as [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]],
    );
    return;
  }
  await proposeChanges(deps, source, checkId, item, eventId);
}

/** Fields that belong together: where a person has changed one, none follows the source. */
const GROUPS: readonly (readonly (keyof CandidateValues)[])[] = [
  ["date", "time", "endDate", "endTime", "schedule"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
  ["address", "addressFa", "latitude", "longitude"],
];
const META = ["origin", "confidence", "issues"] as const;
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * The present values with what has changed at the source, except where a person has changed it:
 * such values have no origin any more.
 */
function followedValues(
  present: CandidateValues,
  before: CandidateValues,
  next: CandidateValues,
): CandidateValues {
  const names = (Object.keys(next) as (keyof CandidateValues)[]).filter(
    (name) => !META.some((meta) => meta === name),
  );
  const result: CandidateValues = {
    ...present,
    confidence: { ...present.confidence },
    origin: { ...present.origin },
  };
  const groups = [
    ...GROUPS,
    ...names.filter((name) => !GROUPS.some((group) => group.includes(name))).map((name) => [name]),
  ];
  const taken = new Set<string>();
  for (const group of groups) {
    if (group.every((name) => isSame(before[name], next[name]))) continue;
    const isByHand = group.some(
      (name) =>
        !isSame(present[name], before[name]) &&
        before.origin[name as keyof typeof before.origin] !== undefined &&
        present.origin[name as keyof typeof present.origin] === undefined,
    );
    if (isByHand) continue;
    for (const name of group) {
      Object.assign(result, { [name]: next[name] });
      taken.add(name);
      for (const meta of ["origin", "confidence"] as const) {
        const of = result[meta] as Record<string, unknown>;
        const value = (next[meta] as Record<string, unknown>)[name];
        if (value === undefined) delete of[name];
        else of[name] = value;
      }
    }
  }
  result.issues = [
    ...present.issues.filter(({ field }) => !taken.has(field)),
    ...next.issues.filter(({ field }) => taken.has(field)),
  ];
  return result;
}

/** Updates an undecided candidate, and marks it as gone or cancelled at the source. */
async function updateCandidate(
  deps: Deps,
  checkId: string,
  item: ItemRow,
  candidate: StoredCandidate,
): Promise<void> {
  const { db } = deps;
  const city = (await citiesById(deps)).get(candidate.cityId);
  if (!city) throw new AppError("conflict");
  const present = candidate.values as unknown as CandidateValues;
  const next = item.next === null ? null : (JSON.parse(item.next) as CandidateValues);
  const values = next
    ? followedValues(present, item.values as unknown as CandidateValues, next)
    : present;
  const corrected = await correctedCandidate(deps, city, candidate, values);
  const finding = [
    ...(item.state === "present"
      ? []
      : [{ code: item.state === "gone" ? "gone-at-source" : "cancelled-at-source", field: null }]),
    ...candidate.findings.filter(({ code }) => code === ON_TRIAL.code),
  ];
  await runGuarded(deps, [
    // Guard: null fails the batch if a person has changed or decided it meanwhile; the job tries
    // again.
    db
      .update(ingestionCandidates)
      .set({
        ...corrected,
        status: finding.length > 0 ? "flagged" : corrected.status,
        findings: [...finding, ...corrected.findings],
        version: sql`CASE WHEN version = ${candidate.version} THEN ${corrected.version} END`,
      })
      .where(eq(ingestionCandidates.id, candidate.id)),
    ...settled(deps, item, checkId, true),
  ]);
}
