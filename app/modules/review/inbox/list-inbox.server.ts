import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  INBOX_KINDS,
  type InboxKind,
  inboxViews,
  ingestionCandidates,
  ingestionRuns,
  sourceItems,
  sources,
} from "../../../../db/schema";
import { instantOrNull } from "../../../../db/schema/bad-rows";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { decodeCursor, encodeCursor } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import { OPEN_STATUSES } from "../../intake/ingestion/find-candidate-duplicates.server";
import type { StoredCandidate } from "../../intake/ingestion/read-candidates.server";
import { countStatement, kindsFor } from "./count-cases.server";
import {
  CASE_GROUPS,
  CASE_SOURCES,
  type CaseFilter,
  type CaseSlice,
  groupOf,
  matches,
} from "./inbox-cases.server";
import { recentDecisions } from "./my-decisions.server";
import { isUndecided } from "./schedule-decision.server";
import { watchersStatement } from "./watch-cases.server";

/** Views per moderator, and longest name and query, characters. */
const MOST = 20;
export const VIEW_NAME_MAX = 60;
const QUERY_MAX = 2_000;

/**
 * Names a set of filters; the same name replaces. @throws invalid for an empty or long name;
 * conflict beyond 20 views
 */
export async function saveInboxView(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor,
  name: string,
  query: string,
) {
  assertCan(actor, "event:moderate");
  const own = eq(inboxViews.userId, actor.id);
  if (name === "" || name.length > VIEW_NAME_MAX || query.length > QUERY_MAX)
    throw new AppError("invalid");
  const others = await db.$count(inboxViews, and(own, sql`${inboxViews.name} <> ${name}`));
  if (others >= MOST) throw new AppError("conflict");
  await db
    .insert(inboxViews)
    .values({ id: ids.next(), userId: actor.id, name, query, createdAt: clock.now() })
    .onConflictDoUpdate({ target: [inboxViews.userId, inboxViews.name], set: { query } });
}

/** Deletes a view of the actor. */
export async function deleteInboxView(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  id: string,
): Promise<void> {
  assertCan(actor, "event:moderate");
  await db.delete(inboxViews).where(and(eq(inboxViews.id, id), eq(inboxViews.userId, actor.id)));
}

/** Rows of a page. */
const PAGE = 20;
/** The longest-waiting cases of a kind that are put into groups and counted in them. */
export const GROUPED_MAX = 180;
/** Limit of the counts; the page shows "99+" beyond. */
const COUNT_MAX = 100;
/** Monitored sources to filter by. */
const SOURCES = 200;

export interface InboxRow {
  kind: InboxKind;
  id: string;
  /** Place in `CASE_GROUPS`; 0 in lists without groups. */
  group: number;
  /** Waiting since, UTC epoch ms. */
  at: number;
  titleEn: string;
  titleFa: string | null;
  cityId: string;
  imageUrl: string | null;
  imageFocus: string;
  categories: string[];
  creator: string | null;
  /** Account other than the creator that changed a new event while it waits. */
  editor: string | null;
  /** For a decision on exactly this. */
  version: number;
  /** Bits of `qualityOf`. */
  missing: number;
  /** Whether one press publishes it, 0 or 1: complete, without doubt or double. */
  isReady: number;
}

interface InboxQuery extends CaseFilter {
  /** Kinds that are counted: all, or those of a screen. */
  kinds?: readonly InboxKind[];
  /** Kinds among them that are listed; empty for all. */
  only: readonly InboxKind[];
  /** Lists a part of one kind in their place. */
  slice?: CaseSlice | null;
  /** Parts that are counted, by name. */
  slices?: Readonly<Record<string, CaseSlice>>;
  /** Limit of the counts. */
  upTo?: number;
  /** Orders by group, then by wait, and counts the groups. */
  isGrouped?: boolean;
  cursor: string | null;
}

/** Where a page begins: a group, an instant, an id. */
const Position = v.strictTuple([v.number(), v.number(), v.string()]);
type Position = v.InferOutput<typeof Position>;
const START: Position = [0, -1, ""];

/**
 * A page of the staff inbox, by group or longest-waiting first, with the number of matches by kind, the
 * reader's decisions of the last hour, their views and who looks at which case: one round trip.
 * Each kind is read in the order of its index.
 * @throws bad-request for an invalid cursor
 */
export async function listInbox(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  {
    kinds: wanted = INBOX_KINDS,
    only,
    slice = null,
    slices = {},
    isGrouped = false,
    upTo = isGrouped ? GROUPED_MAX : COUNT_MAX,
    cursor,
    ...filter
  }: InboxQuery,
) {
  assertCan(actor, "event:moderate");
  const { db, clock } = deps;
  const from = cursor === null ? START : decodeCursor(Position, cursor);
  const kinds = kindsFor(actor).filter((name) => wanted.includes(name));
  const isListed = (name: InboxKind) =>
    slice ? slice.kind === name : only.length === 0 || only.includes(name);
  const lists = kinds.map((name) =>
    listStatement(deps, name, {
      filter,
      from,
      limit: isListed(name) ? PAGE + 1 : 0,
      slice,
      isGrouped,
    }),
  );
  const parts = Object.entries(slices).filter(([, { kind }]) => kinds.includes(kind));
  const counts = [
    ...kinds.map((name) =>
      countStatement(deps, name, upTo, {
        filter,
        ...(isGrouped && { group: groupOf(name, clock.now()) }),
      }),
    ),
    ...parts.map(([, slice]) => countStatement(deps, slice.kind, upTo, { filter, slice })),
  ];
  const [decided, views, monitored, watchers, ...found] = await db.batch([
    recentDecisions(deps, actor),
    db
      .select({ id: inboxViews.id, name: inboxViews.name, query: inboxViews.query })
      .from(inboxViews)
      .where(eq(inboxViews.userId, actor.id))
      .orderBy(inboxViews.name),
    db
      .select({ id: sources.id, name: sources.name })
      .from(sources)
      .orderBy(sources.name, sources.id)
      .limit(SOURCES),
    watchersStatement(deps, actor),
    ...lists,
    ...counts,
  ] as const);
  const pages = found.slice(0, kinds.length) as Awaited<(typeof lists)[number]>[];
  const numbers = found.slice(kinds.length) as Awaited<(typeof counts)[number]>[];
  const rows: InboxRow[] = pages
    .flatMap((page, place) =>
      page.map((row) => ({
        ...row,
        kind: kinds[place] as InboxKind,
        categories: JSON.parse(row.categories),
      })),
    )
    .sort((a, b) => a.group - b.group || a.at - b.at || (a.id < b.id ? -1 : 1));
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    rows: shown,
    counts: Object.fromEntries(
      kinds.map((name, place) => [name, numbers[place]?.[0]?.count ?? 0]),
    ) as Partial<Record<InboxKind, number>>,
    /** Of the listed kinds, by group. */
    groups: CASE_GROUPS.map((group) =>
      kinds.reduce(
        (sum, name, place) => sum + (isListed(name) ? (numbers[place]?.[0]?.[group] ?? 0) : 0),
        0,
      ),
    ),
    /** Of the slices, by name. */
    parts: Object.fromEntries(
      parts.map(([name], place) => [name, numbers[kinds.length + place]?.[0]?.count ?? 0]),
    ) as Partial<Record<string, number>>,
    oldest: Math.min(...numbers.slice(0, kinds.length).flatMap(([row]) => row?.oldest ?? [])),
    decided,
    views,
    /** To filter by. */
    monitored,
    watchers,
    nextCursor: last ? encodeCursor([last.group, last.at, last.id]) : null,
  };
}

const listStatement = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  kind: InboxKind,
  {
    filter,
    from: [group, at, id],
    limit,
    slice,
    isGrouped,
  }: {
    filter: CaseFilter;
    from: Position;
    limit: number;
    slice: CaseSlice | null;
    isGrouped: boolean;
  },
) => {
  const source = CASE_SOURCES[kind];
  const itsGroup = isGrouped ? groupOf(kind, clock.now()) : sql`0`;
  const isBehind = isGrouped
    ? sql`${source.at} > -1 AND (${itsGroup}, ${source.at}, ${source.id}) > (${group}, ${at}, ${id})`
    : sql`(${source.at}, ${source.id}) > (${at}, ${id})`;
  const most = sql.raw(String(isGrouped && limit > 0 ? GROUPED_MAX : limit));
  const waiting = sql`SELECT ${source.id} AS found_id, ${source.at} AS found_at, ${itsGroup} AS found_group FROM ${source.from}
    WHERE ${matches(source, filter)} AND ${isBehind} AND ${isUndecided(source.id)} AND ${slice?.isIn ?? sql`1`}
    ORDER BY ${source.at}, ${source.id} LIMIT ${most}`;
  const ORDER = sql`found_group, found_at, found_id`;
  // Unique aliases: D1 batches overwrite columns of equal names.
  return db
    .select({
      id: sql<string>`found_id`.as("case_id"),
      group: sql<number>`found_group`.as("case_group"),
      at: sql<number>`coalesce(${instantOrNull(sql`found_at`)}, 0)`.as("waits_since"),
      titleEn: sql<string>`${source.titleEn}`.as("case_title_en"),
      titleFa: sql<string | null>`${source.titleFa}`.as("case_title_fa"),
      cityId: sql<string>`${source.cityId}`.as("case_city"),
      imageUrl: sql<string | null>`${source.imageUrl}`.as("case_image"),
      imageFocus: sql<string>`${source.focus}`.as("case_focus"),
      categories: sql<string>`${source.categories}`.as("case_categories"),
      creator: sql<string | null>`${source.creator}`.as("case_creator"),
      editor: sql<string | null>`${source.editor ?? sql`NULL`}`.as("case_editor"),
      version: sql<number>`${source.version}`.as("case_version"),
      missing: sql<number>`${source.missing}`.as("case_missing"),
      isReady: sql<number>`${source.isReady}`.as("case_ready"),
    })
    .from(
      sql`(SELECT found_id, found_at, found_group FROM (${waiting}) ORDER BY ${ORDER} LIMIT ${sql.raw(String(limit))}) AS listed CROSS JOIN ${source.one}`,
    )
    .where(sql`${source.id} = found_id`)
    .orderBy(ORDER);
};

/** Cases that are decided together: each is rehearsed within the request. */
export const GROUP_MAX = 100;

/**
 * The undecided candidates of a monitored source or of a run, by their day, up to `GROUP_MAX`; the
 * source's name, null for a run; and how many there are.
 * @param origin id of the source or of the run
 */
export async function listGroup(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  origin: string,
): Promise<{ name: string | null; candidates: StoredCandidate[]; total: number }> {
  assertCan(actor, "ingestion:manage");
  const isOfGroup = and(
    inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
    or(
      eq(ingestionCandidates.runId, origin),
      sql`${ingestionCandidates.id} IN (SELECT candidate_id FROM ${sourceItems} WHERE ${sourceItems.sourceId} = ${origin})`,
    ),
    isUndecided(sql`${ingestionCandidates.id}`),
  );
  const [named, rows, counted] = await db.batch([
    db.select({ name: sources.name }).from(sources).where(eq(sources.id, origin)),
    db
      .select({
        candidate: ingestionCandidates,
        cityId: ingestionRuns.cityId,
        creatorId: ingestionRuns.creatorId,
      })
      .from(ingestionCandidates)
      .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
      .where(isOfGroup)
      .orderBy(asc(ingestionCandidates.localDay), asc(ingestionCandidates.id))
      .limit(GROUP_MAX),
    db.select({ total: sql<number>`count(*)` }).from(ingestionCandidates).where(isOfGroup),
  ]);
  return {
    name: named[0]?.name ?? null,
    candidates: rows.map(({ candidate, ...run }) => ({ ...candidate, ...run })),
    total: counted[0]?.total ?? 0,
  };
}
