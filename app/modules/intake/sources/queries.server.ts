import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import {
  type CheckStatus,
  ingestionCandidates,
  sourceChecks,
  sourceItems,
  sourceProposals,
  sources,
} from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { decodePosition, encodeCursor } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isUuid } from "../../../lib/runtime/ids";
import { listCities } from "../../cities/queries.server";

export type SourceRow = typeof sources.$inferSelect;
export type CheckRow = typeof sourceChecks.$inferSelect;

/** Rows of a source's page. */
const CHECKS = 20;
const ITEMS = 50;
const PROPOSALS = 50;
const ALTERED = 100;
/** Checks of a row of the list. */
const RECENT = 12;

export const SOURCE_HEALTH = ["failing", "paused"] as const;
export type SourceHealth = (typeof SOURCE_HEALTH)[number];

export interface SourceFilter {
  q?: string | undefined;
  health?: SourceHealth | undefined;
  /** Slug of one of its cities. */
  city?: string | undefined;
}

const FAILING: CheckStatus[] = ["failed", "broken"];

/** A source. @throws not-found */
export async function getSource(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<SourceRow> {
  assertCan(actor, "ingestion:manage");
  const found = isUuid(id)
    ? await db.select().from(sources).where(eq(sources.id, id)).get()
    : undefined;
  if (!found) throw new AppError("not-found");
  return found;
}

/**
 * Sources by name, with their latest checks, the newest first. @throws bad-request for an invalid
 * cursor
 */
export async function listSources(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  { q = "", health, city }: SourceFilter,
  cursor: string | null,
  limit: number,
) {
  assertCan(actor, "ingestion:manage");
  const { db } = deps;
  const cityId =
    city === undefined
      ? undefined
      : ((await listCities(deps)).find(({ slug }) => slug === city)?.id ?? "?");
  const words = q.trim().toLowerCase();
  const [offset] = decodePosition(cursor);
  const rows = await db
    .select()
    .from(sources)
    .where(
      and(
        words === ""
          ? undefined
          : sql`(instr(lower(${sources.name}), ${words}) > 0 OR instr(${sources.url}, ${words}) > 0)`,
        health === "paused"
          ? eq(sources.status, "paused")
          : health === "failing"
            ? inArray(sources.lastStatus, FAILING)
            : undefined,
        cityId === undefined
          ? undefined
          : sql`(${sources.cityId} = ${cityId} OR instr(${sources.otherCityIds}, ${cityId}) > 0)`,
      ),
    )
    .orderBy(sources.name, sources.id)
    .limit(limit + 1)
    .offset(offset);
  const items = rows.slice(0, limit);
  const checks = await latestChecks(
    { db },
    items.map(({ id }) => id),
  );
  return {
    items: items.map((source) => ({
      source,
      checks: checks.filter(({ sourceId }) => sourceId === source.id),
    })),
    nextCursor: rows.length > limit ? encodeCursor([offset + limit, ""]) : null,
  };
}

/** The latest checks of each source, the newest first. */
async function latestChecks({ db }: Pick<Deps, "db">, ids: readonly string[]): Promise<CheckRow[]> {
  if (ids.length === 0) return [];
  const recent = sql`(SELECT c.id FROM json_each(${JSON.stringify(ids)}) AS ids CROSS JOIN source_checks c
    WHERE c.id IN (SELECT r.id FROM source_checks r WHERE r.source_id = ids.value ORDER BY r.started_at DESC LIMIT ${sql.raw(String(RECENT))}))`;
  return db
    .select()
    .from(sourceChecks)
    .where(inArray(sourceChecks.id, recent))
    .orderBy(desc(sourceChecks.startedAt), desc(sourceChecks.id));
}

/** The monitored sources of each city: how many, and which are broken or fail. */
export async function sourcesByCity({ db }: Pick<Deps, "db">, actor: Actor | null) {
  assertCan(actor, "ingestion:manage");
  const rows = await db
    .select({
      id: sources.id,
      name: sources.name,
      cityId: sources.cityId,
      lastStatus: sources.lastStatus,
      lastCheckedAt: sources.lastCheckedAt,
    })
    .from(sources)
    .where(eq(sources.status, "active"))
    .orderBy(desc(sources.failures), sources.name);
  const found = new Map<string, { count: number; broken: typeof rows }>();
  for (const row of rows) {
    const known = found.get(row.cityId) ?? { count: 0, broken: [] };
    known.count += 1;
    if (row.lastStatus !== null && FAILING.includes(row.lastStatus)) known.broken.push(row);
    found.set(row.cityId, known);
  }
  return found;
}

/** Figures of all sources: the last 24 hours, and what is failing. */
export async function sourceStats({ db, clock }: Pick<Deps, "db" | "clock">, actor: Actor | null) {
  assertCan(actor, "ingestion:manage");
  const [[day], states, [open]] = await db.batch([
    db
      .select({
        checks: sql<number>`count(*)`,
        added: sql<number>`coalesce(sum(added), 0)`,
        changed: sql<number>`coalesce(sum(changed), 0)`,
        published: sql<number>`coalesce(sum(published), 0)`,
      })
      .from(sourceChecks)
      .where(gte(sourceChecks.startedAt, clock.now() - DAY)),
    db
      .select({
        status: sources.status,
        lastStatus: sources.lastStatus,
        count: sql<number>`count(*)`,
      })
      .from(sources)
      .groupBy(sources.status, sources.lastStatus),
    db.select({ count: sql<number>`count(*)` }).from(sourceProposals).where(sql`status = 'open'`),
  ]);
  const count = (is: (row: (typeof states)[number]) => boolean) =>
    states.filter(is).reduce((sum, row) => sum + row.count, 0);
  return {
    sources: count(() => true),
    paused: count(({ status }) => status === "paused"),
    failing: count(
      ({ status, lastStatus }) =>
        status === "active" && lastStatus !== null && FAILING.includes(lastStatus),
    ),
    checks: day?.checks ?? 0,
    added: day?.added ?? 0,
    changed: day?.changed ?? 0,
    published: day?.published ?? 0,
    openProposals: open?.count ?? 0,
  };
}

/**
 * All of a source's page: its latest checks, items with their candidates, open proposals, and its
 * days. @throws not-found
 */
export async function sourceDetails(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  id: string,
) {
  const source = await getSource(deps, actor, id);
  const { db, clock } = deps;
  const since = clock.now() - 30 * DAY;
  const [checks, items, proposals, days, altered] = await db.batch([
    db
      .select()
      .from(sourceChecks)
      .where(eq(sourceChecks.sourceId, id))
      .orderBy(desc(sourceChecks.startedAt))
      .limit(CHECKS),
    db
      .select({
        id: sourceItems.id,
        title: sourceItems.title,
        url: sourceItems.url,
        state: sourceItems.state,
        lastDay: sourceItems.lastDay,
        snippet: sourceItems.snippet,
        changedAt: sourceItems.changedAt,
        candidateId: sourceItems.candidateId,
        candidateStatus: ingestionCandidates.status,
        eventId: ingestionCandidates.eventId,
      })
      .from(sourceItems)
      .leftJoin(ingestionCandidates, eq(ingestionCandidates.id, sourceItems.candidateId))
      .where(eq(sourceItems.sourceId, id))
      .orderBy(desc(sourceItems.changedAt))
      .limit(ITEMS),
    db
      .select({
        id: sourceProposals.id,
        kind: sourceProposals.kind,
        eventId: sourceProposals.eventId,
        title: sourceItems.title,
        createdAt: sourceProposals.createdAt,
      })
      .from(sourceProposals)
      .innerJoin(sourceItems, eq(sourceItems.id, sourceProposals.itemId))
      .where(and(eq(sourceProposals.sourceId, id), sql`${sourceProposals.status} = 'open'`))
      .orderBy(desc(sourceProposals.createdAt))
      .limit(PROPOSALS),
    db
      .select({
        day: sql<number>`started_at / ${sql.raw(String(DAY))}`,
        added: sql<number>`sum(added)`,
        changed: sql<number>`sum(changed)`,
        failed: sql<number>`sum(status IN ('failed', 'broken'))`,
      })
      .from(sourceChecks)
      .where(and(eq(sourceChecks.sourceId, id), gte(sourceChecks.startedAt, since)))
      .groupBy(sql`1`),
    db
      .select({
        id: sourceItems.id,
        title: sourceItems.title,
        checkId: sourceItems.checkId,
        snippet: sourceItems.snippet,
        candidateId: ingestionCandidates.id,
        findings: ingestionCandidates.findings,
      })
      .from(sourceItems)
      .innerJoin(ingestionCandidates, eq(ingestionCandidates.id, sourceItems.candidateId))
      .where(
        and(
          eq(sourceItems.sourceId, id),
          eq(sourceItems.state, "present"),
          sql`json_array_length(${ingestionCandidates.findings}) > 0`,
        ),
      )
      .orderBy(desc(sourceItems.changedAt))
      .limit(ALTERED),
  ]);
  return { source, checks, items, proposals, days, altered };
}

/**
 * Share of decisions that took the source's items as they were or with corrections; null without
 * any.
 */
export function reliabilityOf({
  rightCount,
  editedCount,
  duplicateCount,
  wrongCount,
}: Pick<SourceRow, "rightCount" | "editedCount" | "duplicateCount" | "wrongCount">) {
  const decisions = rightCount + editedCount + duplicateCount + wrongCount;
  return { decisions, share: decisions === 0 ? null : (rightCount + editedCount) / decisions };
}
