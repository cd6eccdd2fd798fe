import { and, eq, sql } from "drizzle-orm";
import { ingestionRuns, sourceChecks } from "../../../../db/schema";
import { localDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { currencyOf } from "../../../lib/text/money";
import { auditEntry } from "../../audit/audit-entry.server";
import { citiesById } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import { emptyDraft } from "../entries/entry-draft";
import { candidateValuesOf, isPersian } from "../ingestion/candidate-values";
import { processRun } from "../ingestion/process-run.server";
import { logStatement, MONITORED } from "../ingestion/run-log.server";
import { insertCandidates } from "../ingestion/start-run.server";
import { ISSUE_CODES } from "../issue-table";
import { getSource } from "./queries.server";

/**
 * Takes an entry that a check left out all the same: it becomes a candidate of the inbox with its
 * own text and the reason, for an editor to complete. Taking it twice makes no second one.
 * @param position of the entry in the check's list
 * @returns the candidate; @throws not-found
 */
export async function takeLeftEntry(
  deps: Deps,
  actor: Actor | null,
  sourceId: string,
  checkId: string,
  position: number,
): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const { db, ids, clock } = deps;
  const source = await getSource(deps, actor, sourceId);
  const check = await db
    .select({ left: sourceChecks.left })
    .from(sourceChecks)
    .where(and(eq(sourceChecks.id, checkId), eq(sourceChecks.sourceId, sourceId)))
    .get();
  const entry = check?.left[position];
  const city = (await citiesById(deps)).get(source.cityId);
  if (!entry || !city) throw new AppError("not-found");
  if (entry.candidateId) return entry.candidateId;
  const now = clock.now();
  const today = localDay(now, city.timeZone);
  const empty = emptyDraft(0, {
    city: {
      slug: city.slug,
      timeZone: city.timeZone,
      currency: currencyOf(city.countryCode),
      country: city.countryCode,
    },
    month: today.slice(0, 7),
    today,
  });
  const inOwn = <Name extends string>(name: Name, text: string | null | undefined) =>
    text ? { [isPersian(text) ? `${name}Fa` : name]: text } : {};
  const values = {
    ...candidateValuesOf(empty.event),
    ...inOwn("title", entry.title),
    ...inOwn("description", entry.snippet),
    ...inOwn("venue", entry.venue ?? source.venue),
    organizer: source.organizer,
    url: entry.url ?? source.url,
    issues: ISSUE_CODES.filter((code) => code === entry.code).map((code) => ({
      field: code === "missing-title" ? ("title" as const) : ("date" as const),
      code,
    })),
  };
  const [runId, candidateId] = [ids.next(), ids.next()];
  const path = `$[${position}].candidateId`;
  await runGuarded(deps, [
    db.insert(ingestionRuns).values({
      id: runId,
      source: MONITORED,
      cityId: city.id,
      month: today.slice(0, 7),
      provider: "other",
      categories: [],
      eventsCount: 1,
      idempotencyKey: `left ${checkId} ${position}`,
      dueAt: now,
      creatorId: actor.id,
      createdAt: now,
      updatedAt: now,
    }),
    ...insertCandidates(deps, runId, [{ id: candidateId, values }]),
    logStatement(deps, runId, [{ level: "info", code: "run-created", values: { events: 1 } }]),
    auditEntry(deps, {
      actorId: actor.id,
      action: "ingestion.started",
      entity: "ingestion-run",
      entityId: runId,
      metadata: { source: source.name, check: checkId, events: 1 },
      sessionId: actor.sessionId,
    }),
    db
      .update(sourceChecks)
      .set({ left: sql`json_set(left_entries, ${path}, ${candidateId})` })
      .where(eq(sourceChecks.id, checkId)),
  ]);
  await processRun(deps, runId);
  return candidateId;
}
