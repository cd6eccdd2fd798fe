import { and, asc, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import {
  CANDIDATE_STATUSES,
  type CandidateStatus,
  ingestionCandidates,
  ingestionLogs,
  ingestionRuns,
  type RunStatus,
} from "../../../../db/schema";
import { LOCALES, type Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import {
  type CursorPosition,
  decodePosition,
  encodeCursor,
  NEWEST,
} from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { countRows } from "../../../lib/runtime/sql-columns.server";
import { searchKey } from "../../../lib/text/search-text";
import { listCities } from "../../cities/queries.server";
import { OPEN_STATUSES } from "./find-candidate-duplicates.server";
import { countsOf } from "./process-run.server";
import { AI_PROVIDERS } from "./prompt";
import { MONITORED } from "./run-log.server";

type Reader = Pick<Deps, "db">;

export type RunRow = typeof ingestionRuns.$inferSelect;
export type LogRow = typeof ingestionLogs.$inferSelect;
/** A candidate with the city of its run. */
export type CandidateRow = typeof ingestionCandidates.$inferSelect & { cityId: string };

/** Maximum number of log lines per response. */
const LOG_LINES = 500;
/** A page of a list; one extra row shows whether there is a next page. */
function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => CursorPosition,
) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(positionOf(last)) : null };
}

/**
 * Statistics of the ingestion page. @returns with `successRate`, the share of completed runs among
 * completed and failed ones, 0 to 1; null without any
 */
export async function runStats({ db }: Reader, actor: Actor | null) {
  assertCan(actor, "ingestion:manage");
  const rows = await db
    .select({
      status: ingestionRuns.status,
      runs: sql<number>`count(*)`,
      events: sql<number>`sum(${ingestionRuns.eventsCount})`,
    })
    .from(ingestionRuns)
    .groupBy(ingestionRuns.status);
  const runs = (status: RunStatus) => rows.find((row) => row.status === status)?.runs ?? 0;
  const ended = runs("completed") + runs("failed");
  return {
    activeRuns: runs("pending") + runs("running"),
    totalRuns: rows.reduce((sum, row) => sum + row.runs, 0),
    eventsDiscovered: rows.reduce((sum, row) => sum + row.events, 0),
    successRate: ended === 0 ? null : runs("completed") / ended,
  };
}

export interface RunFilter {
  status?: RunStatus | "active" | "ended" | undefined;
  /** Part of the source's or city's name, in either language. */
  q?: string | undefined;
}

const STATUSES_OF: Record<"active" | "ended", RunStatus[]> = {
  active: ["pending", "running"],
  ended: ["completed", "failed", "cancelled"],
};

/** Source of a run for lists: "AI agent (Gemini)". */
export function sourceText(
  { source, provider }: Pick<RunRow, "source" | "provider">,
  locale: Locale,
): string {
  const t = translatorFor(locale);
  if (source === MONITORED) return t("ingestion:run.monitored");
  return t("ingestion:run.source", { provider: t(`ingestion:provider.${provider}`) });
}

/** Runs, newest first. @throws bad-request for an invalid cursor */
export async function listRuns(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  filter: RunFilter,
  cursor: string | null,
  limit: number,
) {
  assertCan(actor, "ingestion:manage");
  const [at, id] = decodePosition(cursor, NEWEST);
  const isFound = await isRunFound(deps, filter);
  const rows = await deps.db
    .select()
    .from(ingestionRuns)
    .where(and(isFound, sql`(${ingestionRuns.createdAt}, ${ingestionRuns.id}) < (${at}, ${id})`))
    .orderBy(desc(ingestionRuns.createdAt), desc(ingestionRuns.id))
    .limit(limit + 1);
  return pageOf(rows, limit, (row) => [row.createdAt, row.id]);
}

/** How many runs a filter finds, up to 1,001. */
export async function countRuns(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  filter: RunFilter,
): Promise<number> {
  assertCan(actor, "ingestion:manage");
  return countRows(deps, sql`${ingestionRuns} WHERE ${(await isRunFound(deps, filter)) ?? sql`1`}`);
}

async function isRunFound(deps: Pick<Deps, "db" | "memo">, { status, q = "" }: RunFilter) {
  const words = q.trim();
  const key = searchKey(words);
  const includes = (text: string | null) =>
    key !== "" && text !== null && searchKey(text).includes(key);
  const cities =
    words === ""
      ? []
      : (await listCities(deps)).filter(({ nameEn, nameFa, slug }) =>
          [nameEn, nameFa, slug].some(includes),
        );
  const providers = AI_PROVIDERS.filter((provider) =>
    LOCALES.some((locale) => includes(sourceText({ source: "", provider }, locale))),
  );
  const statuses =
    status === "active" || status === "ended" ? STATUSES_OF[status] : status && [status];
  return and(
    statuses && inArray(ingestionRuns.status, statuses),
    words === ""
      ? undefined
      : or(
          sql`instr(${ingestionRuns.source}, ${words.toLowerCase()}) > 0`,
          inArray(ingestionRuns.provider, providers),
          inArray(
            ingestionRuns.cityId,
            sql`(SELECT value FROM json_each(${JSON.stringify(cities.map((city) => city.id))}))`,
          ),
        ),
  );
}

/** A run with the counts of its candidates. @throws not-found */
export async function getRun(deps: Reader, actor: Actor | null, id: string) {
  assertCan(actor, "ingestion:manage");
  const [run, counts] = await Promise.all([
    deps.db.select().from(ingestionRuns).where(eq(ingestionRuns.id, id)).get(),
    countsOf(deps, id),
  ]);
  if (!run) throw new AppError("not-found");
  return { run, counts };
}

/** Whether the run exists. */
export async function hasRun({ db }: Reader, actor: Actor | null, id: string): Promise<boolean> {
  assertCan(actor, "ingestion:manage");
  return (
    (await db
      .select({ id: ingestionRuns.id })
      .from(ingestionRuns)
      .where(eq(ingestionRuns.id, id))
      .get()) !== undefined
  );
}

/** Log lines of a run, oldest first. @param after id of the last known line @throws not-found */
export async function logLines(
  { db }: Reader,
  actor: Actor | null,
  runId: string,
  after: string | null = null,
): Promise<LogRow[]> {
  assertCan(actor, "ingestion:manage");
  const [runs, lines] = await db.batch([
    db.select({ id: ingestionRuns.id }).from(ingestionRuns).where(eq(ingestionRuns.id, runId)),
    db
      .select()
      .from(ingestionLogs)
      .where(and(eq(ingestionLogs.runId, runId), gt(ingestionLogs.id, after ?? "")))
      .orderBy(asc(ingestionLogs.id))
      .limit(LOG_LINES),
  ]);
  if (runs.length === 0) throw new AppError("not-found");
  return lines;
}

const candidatesWithCity = ({ db }: Reader) =>
  db
    .select({ candidate: ingestionCandidates, cityId: ingestionRuns.cityId })
    .from(ingestionCandidates)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
    .$dynamic();

const flat = (
  rows: { candidate: typeof ingestionCandidates.$inferSelect; cityId: string }[],
): CandidateRow[] => rows.map(({ candidate, cityId }) => ({ ...candidate, cityId }));

/**
 * Candidates of a run in the order of its answer. @throws not-found; bad-request for an invalid
 * cursor
 */
export async function listRunCandidates(
  deps: Reader,
  actor: Actor | null,
  runId: string,
  { status }: { status?: CandidateStatus | undefined },
  cursor: string | null,
  limit: number,
) {
  assertCan(actor, "ingestion:manage");
  const [after] = decodePosition(cursor);
  const [runs, rows] = await deps.db.batch([
    deps.db.select({ id: ingestionRuns.id }).from(ingestionRuns).where(eq(ingestionRuns.id, runId)),
    candidatesWithCity(deps)
      .where(
        and(
          eq(ingestionCandidates.runId, runId),
          gt(ingestionCandidates.position, after),
          status && eq(ingestionCandidates.status, status),
        ),
      )
      .orderBy(asc(ingestionCandidates.position))
      .limit(limit + 1),
  ]);
  if (runs.length === 0) throw new AppError("not-found");
  return pageOf(flat(rows), limit, (row) => [row.position, ""]);
}

/** Filters of candidate lists: a status, "pending" as in product.md §4, or all undecided ones. */
export const CANDIDATE_FILTERS = [...CANDIDATE_STATUSES, "pending", "open"] as const;
export type CandidateFilter = (typeof CANDIDATE_FILTERS)[number];

const statusesOf = (filter: CandidateFilter): CandidateStatus[] =>
  filter === "open"
    ? [...OPEN_STATUSES]
    : filter === "pending"
      ? ["pending_review", "auto_approved"]
      : [filter];

/** Candidates of all runs, oldest first. @throws bad-request for an invalid cursor */
export async function listCandidates(
  deps: Reader,
  actor: Actor | null,
  filter: CandidateFilter,
  cursor: string | null,
  limit: number,
) {
  assertCan(actor, "ingestion:manage");
  const [at, id] = decodePosition(cursor);
  const rows = await candidatesWithCity(deps)
    .where(
      and(
        inArray(ingestionCandidates.status, statusesOf(filter)),
        sql`(${ingestionCandidates.createdAt}, ${ingestionCandidates.id}) > (${at}, ${id})`,
      ),
    )
    .orderBy(asc(ingestionCandidates.createdAt), asc(ingestionCandidates.id))
    .limit(limit + 1);
  return pageOf(flat(rows), limit, (row) => [row.createdAt, row.id]);
}

/** A candidate. @throws not-found */
export async function getCandidate(
  deps: Reader,
  actor: Actor | null,
  id: string,
): Promise<CandidateRow> {
  assertCan(actor, "ingestion:manage");
  const [row] = flat(await candidatesWithCity(deps).where(eq(ingestionCandidates.id, id)));
  if (!row) throw new AppError("not-found");
  return row;
}
