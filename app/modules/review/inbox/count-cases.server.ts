import { type SQL, sql } from "drizzle-orm";
import { type CandidateStatus, INBOX_KINDS, type InboxKind } from "../../../../db/schema";
import { instantOrNull } from "../../../../db/schema/bad-rows";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan, can } from "../../../lib/permissions";
import type { OPEN_STATUSES } from "../../intake/ingestion/find-candidate-duplicates.server";
import { CASE_SOURCES, type CaseFilter, type CaseSlice, matches } from "./inbox-cases.server";
import { isUndecided, KIND_PERMISSIONS } from "./schedule-decision.server";

type Store = Pick<Deps, "db">;

/** The kinds of cases that an actor may decide. */
export const kindsFor = (actor: Actor | null): InboxKind[] =>
  INBOX_KINDS.filter((kind) => can(actor, KIND_PERMISSIONS[kind]));

const NO_FILTER: CaseFilter = {
  cities: [],
  category: null,
  source: null,
  before: null,
  after: null,
  isReady: false,
};

interface Counted {
  filter?: CaseFilter;
  /** Counts a part of the kind. */
  slice?: CaseSlice;
  /** SQL: the group of a case, for the counts by group. */
  group?: SQL;
  /** Counts the newest first, for `newest` beyond the limit. */
  isNewestFirst?: boolean;
}

/** SQL: the cases of a kind that wait for a decision, longest waiting first. */
function waitingRows(
  kind: InboxKind,
  upTo: number,
  { filter = NO_FILTER, slice, group = sql`NULL`, isNewestFirst = false }: Counted = {},
): SQL {
  const source = CASE_SOURCES[kind];
  return sql`SELECT ${source.at} AS at, ${source.cityId} AS its_city, ${group} AS its_group FROM ${source.from}
    WHERE ${matches(source, filter)} AND ${source.at} > -1 AND ${isUndecided(source.id)} AND ${slice?.isIn ?? sql`1`}
    ORDER BY ${source.at} ${sql.raw(isNewestFirst ? "DESC" : "")} LIMIT ${sql.raw(String(upTo))}`;
}

/**
 * Statement that counts waiting cases of a kind, up to `upTo`: each number of waiting work comes
 * from here.
 */
export const countStatement = ({ db }: Store, kind: InboxKind, upTo: number, counted?: Counted) =>
  db
    .select({
      count: sql<number>`count(*)`,
      oldest: sql<number | null>`min(${instantOrNull(sql`at`)})`,
      urgent: sql<number>`count(*) FILTER (WHERE its_group = 0)`,
      doubts: sql<number>`count(*) FILTER (WHERE its_group = 1)`,
      clean: sql<number>`count(*) FILTER (WHERE its_group = 2)`,
      newest: sql<number | null>`max(${instantOrNull(sql`at`)})`,
    })
    .from(sql`(${waitingRows(kind, upTo, counted)})`);

/** How many cases of each kind wait, up to `upTo` a kind, and since when. */
export async function countCases(
  deps: Store,
  kinds: readonly InboxKind[],
  upTo: number,
): Promise<{ counts: Record<InboxKind, number>; oldest: number | null }> {
  const [first, ...rest] = kinds.map((kind) => countStatement(deps, kind, upTo));
  const found = first ? (await deps.db.batch([first, ...rest])).flat() : [];
  const counts = Object.fromEntries(
    INBOX_KINDS.map((kind) => [kind, found[kinds.indexOf(kind)]?.count ?? 0]),
  ) as Record<InboxKind, number>;
  const waits = found.flatMap(({ oldest }) => oldest ?? []);
  return { counts, oldest: waits.length > 0 ? Math.min(...waits) : null };
}

/** Number of candidates of all runs that wait, by status (product.md §3). */
export async function candidateCounts(
  { db }: Store,
  actor: Actor | null,
): Promise<Record<(typeof OPEN_STATUSES)[number], number>> {
  assertCan(actor, "ingestion:manage");
  const { from, id, isOpen } = CASE_SOURCES.candidate;
  const rows = await db.all<{ status: CandidateStatus; count: number }>(
    sql`SELECT ingestion_candidates.status AS status, count(*) AS count FROM ${from}
      WHERE ${isOpen} AND ${isUndecided(id)} GROUP BY ingestion_candidates.status`,
  );
  const count = (status: CandidateStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    pending_review: count("pending_review"),
    auto_approved: count("auto_approved"),
    flagged: count("flagged"),
    pending_retry: count("pending_retry"),
  };
}

/** Cases of each kind that are counted by city. */
const MOST_WAITING = 1_000;

interface CityQueue {
  count: number;
  /** Start of the longest wait, UTC epoch ms. */
  oldest: number;
}

/**
 * The cases that wait for a decision of the actor's, by city, and of all cities and none. One round
 * trip.
 */
export async function waitingByCity(
  { db }: Store,
  actor: Actor | null,
): Promise<{ queues: Map<string, CityQueue>; total: number }> {
  assertCan(actor, "event:moderate");
  const statements = kindsFor(actor).map((kind) =>
    db
      .select({
        cityId: sql<string | null>`its_city`.as("queue_city"),
        count: sql<number>`count(*)`.as("queue_count"),
        oldest: sql<number>`coalesce(min(${instantOrNull(sql`at`)}), 0)`.as("queue_oldest"),
      })
      .from(sql`(${waitingRows(kind, MOST_WAITING)})`)
      .groupBy(sql`its_city`),
  );
  const [first, ...rest] = statements;
  const queues = new Map<string, CityQueue>();
  const rows = first ? (await db.batch([first, ...rest])).flat() : [];
  for (const { cityId, count, oldest } of rows) {
    if (cityId === null) continue;
    const known = queues.get(cityId);
    queues.set(cityId, {
      count: count + (known?.count ?? 0),
      oldest: Math.min(oldest, known?.oldest ?? oldest),
    });
  }
  return { queues, total: rows.reduce((sum, { count }) => sum + count, 0) };
}
