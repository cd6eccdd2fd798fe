import { and, asc, eq, sql } from "drizzle-orm";
import { eventRevisions, events, type ImageFocus, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type CursorPosition, decodePosition, encodeCursor } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import {
  duplicateLookups,
  markDuplicates,
  PENDING,
  pendingAfter,
  QUEUE_COLUMNS,
} from "./waiting-events.server";

/** Tabs of the queue: everything, new events, edits of public events, possible duplicates. */
export const QUEUE_TABS = ["all", "new", "edits", "duplicates"] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

const PAGE = 20;
/** Limit of the counts; the page shows "99+" beyond. */
const COUNT_MAX = 100;
/** Longest-waiting events that are checked for duplicates: no index finds duplicates. */
const INSPECTED_MAX = 200;

export interface QueueRow {
  id: string;
  kind: "new" | "edit";
  /** Waiting since, UTC epoch ms. */
  at: number;
  titleEn: string;
  titleFa: string | null;
  cityId: string;
  imageUrl: string | null;
  imageFocus: ImageFocus;
  categories: string[];
  creator: string | null;
  /** Account other than the creator that edited the new event while it waits. */
  editor: string | null;
  isDuplicate: boolean;
}

export interface QueueList {
  rows: QueueRow[];
  /** Each capped at 100; `duplicates` counts among the 200 longest-waiting. */
  counts: Record<QueueTab, number>;
  /** Start of the longest wait, UTC epoch ms; null if the queue is empty. */
  oldest: number | null;
  nextCursor: string | null;
}

const START: CursorPosition = [-1, ""];
/** Statement: number of rows, capped at `COUNT_MAX`, and the earliest `at`. */
const counted = ({ db }: Pick<Deps, "db">, rows: ReturnType<typeof sql>) =>
  db
    .select({ count: sql<number>`count(*)`, oldest: sql<number | null>`min(at)` })
    .from(sql`(${rows} LIMIT ${sql.raw(String(COUNT_MAX))})`);

/**
 * A page of the moderation queue, longest-waiting first. The cost does not grow with the queue:
 * both kinds are read in index order, no further than the page.
 * @throws bad-request for an invalid cursor
 */
export async function listQueue(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  { tab, cursor }: { tab: QueueTab; cursor: string | null },
): Promise<QueueList> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const from = decodePosition(cursor);
  const isFirst = cursor === null;
  const [edits, countNew, countEdits, ...inspected] = await db.batch([
    db
      .select({ ...QUEUE_COLUMNS, at: sql<number>`event_revisions.created_at`.as("waits_since") })
      .from(eventRevisions)
      .innerJoin(events, eq(events.id, eventRevisions.eventId))
      .leftJoin(users, eq(users.id, eventRevisions.authorId))
      .where(
        and(
          sql`event_revisions.status = 'pending' AND (event_revisions.created_at, event_revisions.event_id) > (${from[0]}, ${from[1]})`,
          sql`events.status = 'approved' AND events.deleted_at IS NULL`,
        ),
      )
      .orderBy(asc(eventRevisions.createdAt), asc(eventRevisions.eventId))
      .limit(tab === "all" || tab === "edits" ? PAGE + 1 : 0),
    counted(
      deps,
      sql`SELECT submitted_at AS at FROM ${PENDING} WHERE ${pendingAfter(START)} ORDER BY submitted_at`,
    ),
    counted(
      deps,
      sql`SELECT created_at AS at FROM event_revisions WHERE status = 'pending' AND created_at > -1 ORDER BY created_at`,
    ),
    ...duplicateLookups(deps, from, INSPECTED_MAX),
    // The tab's number counts from the start, independent of the page.
    ...duplicateLookups(deps, START, isFirst ? 0 : INSPECTED_MAX),
  ]);
  const waits = markDuplicates(inspected[0], inspected[1], inspected[2], inspected[3]);
  const duplicates = isFirst
    ? waits
    : markDuplicates(inspected[4], inspected[5], inspected[6], inspected[7]);
  const fresh =
    tab === "edits"
      ? []
      : tab === "duplicates"
        ? waits.filter(({ isDuplicate }) => isDuplicate)
        : waits;
  const found: QueueRow[] = [
    ...fresh.slice(0, PAGE + 1).map((row) => ({ ...row, kind: "new" as const })),
    ...edits.map((row) => ({ ...row, kind: "edit" as const, editor: null, isDuplicate: false })),
  ].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const rows = found.slice(0, PAGE);
  const last =
    found.length > PAGE ? rows.at(-1) : tab === "duplicates" ? waits[INSPECTED_MAX - 1] : undefined;
  const [newEvents, changes] = [countNew[0], countEdits[0]];
  const starts = [newEvents?.oldest, changes?.oldest].filter((at) => typeof at === "number");
  return {
    rows,
    counts: {
      all: (newEvents?.count ?? 0) + (changes?.count ?? 0),
      new: newEvents?.count ?? 0,
      edits: changes?.count ?? 0,
      duplicates: duplicates.filter(({ isDuplicate }) => isDuplicate).length,
    },
    oldest: starts.length > 0 ? Math.min(...starts) : null,
    nextCursor: last ? encodeCursor([last.at, last.id]) : null,
  };
}
