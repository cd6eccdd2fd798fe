import { and, asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { eventRevisions, events, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import { foreignCursor } from "../events/cursor";
import { columnsOf } from "./indexed-columns.server";

/** What of the queue is shown: all of it, events that are new, edits of public ones, or what may be there twice. */
export const QUEUE_TABS = ["all", "new", "edits", "duplicates"] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

const PAGE = 20;
/** Past this a number says "99+", so nothing is counted further. */
const ENOUGH = 100;
/** Among so many of the longest waiting the possible duplicates are looked for: no index knows them. */
const LOOKED = 200;

export interface QueueRow {
  id: string;
  kind: "new" | "edit";
  /** Since when it waits, UTC epoch ms. */
  at: number;
  titleEn: string;
  titleFa: string | null;
  cityId: string;
  imageUrl: string | null;
  categories: string[];
  creator: string | null;
  isDuplicate: boolean;
}

export interface Queue {
  rows: QueueRow[];
  /** Each up to 100; `duplicates` among the 200 that wait longest. */
  counts: Record<QueueTab, number>;
  /** Since when the first of all waits; null where nothing does. */
  oldest: number | null;
  nextCursor: string | null;
}

type Position = [at: number, id: string];
const START: Position = [-1, ""];
const Cursor = v.strictTuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.maxLength(40))]);

/** A place in a list that is ordered by an instant and an id, as text for an address. */
export const encodePosition = (position: Position): string => btoa(JSON.stringify(position)).replace(/=+$/, "");

/** @throws AppError("bad-request") for text that is not ours */
export function decodePosition(text: string | null, start: Position = START): Position {
  if (text === null) return start;
  try {
    return v.parse(Cursor, JSON.parse(atob(text)));
  } catch {
    throw foreignCursor();
  }
}

/** Named, since the planner would rather take all that has the status and sort it; it fails where the index does not fit. */
const PENDING = sql`events INDEXED BY events_pending`;
// Written out, so that the partial index fits; the comparison makes even the first page a search in it.
const waiting = ([at, id]: Position) =>
  sql`events.status = 'pending' AND events.deleted_at IS NULL AND (events.submitted_at, events.id) > (${at}, ${id})`;

/** Another event of the same city, day and title (decisions.md §3). */
const hasTwin = (of: string) =>
  sql.raw(`EXISTS (SELECT 1 FROM events AS twin WHERE twin.city_id = ${of}.city_id AND twin.local_day = ${of}.local_day
    AND twin.title_key = ${of}.title_key AND twin.id <> ${of}.id AND twin.deleted_at IS NULL
    AND twin.status IN ('pending', 'approved', 'flagged'))`);

const looked = (from: Position) =>
  sql`SELECT id, city_id, local_day, title_key, submitted_at FROM ${PENDING} WHERE ${waiting(from)}
    ORDER BY events.submitted_at, events.id LIMIT ${sql.raw(String(LOOKED))}`;

/** How many rows there are, up to enough, and the first instant among them. */
const counted = ({ db }: Pick<Deps, "db">, rows: ReturnType<typeof sql>) =>
  db.select({ count: sql<number>`count(*)`, oldest: sql<number | null>`min(at)` }).from(sql`(${rows} LIMIT ${sql.raw(String(ENOUGH))})`);

/** Columns of one name would overwrite each other in the rows of a batch, hence the names of their own. */
const COLUMNS = {
  ...columnsOf({
    id: events.id,
    titleEn: events.titleEn,
    titleFa: events.titleFa,
    cityId: events.cityId,
    imageUrl: events.imageUrl,
    categories: events.categories,
  }),
  creator: sql<string | null>`${users.displayName}`.as("creator_name"),
};

/**
 * A page of what waits for a moderator, the longest waiting first. Its cost does not grow with the queue: both kinds are
 * read in the order of an index, no further than the page.
 * @throws AppError("bad-request") for a cursor that is not ours
 */
export async function listQueue(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  { tab, cursor }: { tab: QueueTab; cursor: string | null },
): Promise<Queue> {
  assertCan(actor, "event:moderate");
  const { db } = deps;
  const from = decodePosition(cursor);
  const limit = (isShown: boolean) => (isShown ? PAGE + 1 : 0);
  const isTwin = sql<number>`${hasTwin("events")}`;
  const [fresh, edits, countNew, countEdits, countTwins, lastLooked] = await db.batch([
    db
      .select({ ...COLUMNS, at: sql<number>`events.submitted_at`.as("waits_since"), isDuplicate: isTwin.as("is_duplicate") })
      .from(tab === "duplicates" ? sql`events` : PENDING)
      .leftJoin(users, eq(users.id, events.creatorId))
      .where(
        tab === "duplicates"
          ? sql`events.id IN (SELECT looked.id FROM (${looked(from)}) AS looked WHERE ${hasTwin("looked")})`
          : waiting(from),
      )
      .orderBy(asc(events.submittedAt), asc(events.id))
      .limit(limit(tab !== "edits")),
    db
      .select({ ...COLUMNS, at: sql<number>`event_revisions.created_at`.as("waits_since") })
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
      .limit(limit(tab === "all" || tab === "edits")),
    counted(deps, sql`SELECT submitted_at AS at FROM ${PENDING} WHERE ${waiting(START)} ORDER BY submitted_at`),
    counted(deps, sql`SELECT created_at AS at FROM event_revisions WHERE status = 'pending' AND created_at > -1 ORDER BY created_at`),
    counted(deps, sql`SELECT looked.submitted_at AS at FROM (${looked(START)}) AS looked WHERE ${hasTwin("looked")}`),
    db
      .select({ at: sql<number>`events.submitted_at`.as("waits_since"), ...columnsOf({ id: events.id }) })
      .from(PENDING)
      .where(waiting(from))
      .orderBy(asc(events.submittedAt), asc(events.id))
      .limit(tab === "duplicates" ? 1 : 0)
      .offset(LOOKED - 1),
  ]);
  const found: QueueRow[] = [
    ...fresh.map(({ isDuplicate, ...row }) => ({ ...row, kind: "new" as const, isDuplicate: isDuplicate === 1 })),
    ...edits.map((row) => ({ ...row, kind: "edit" as const, isDuplicate: false })),
  ].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const rows = found.slice(0, PAGE);
  const last = found.length > PAGE ? rows.at(-1) : lastLooked[0];
  const [news, changes, twins] = [countNew[0], countEdits[0], countTwins[0]];
  const starts = [news?.oldest, changes?.oldest].filter((at) => typeof at === "number");
  return {
    rows,
    counts: {
      all: (news?.count ?? 0) + (changes?.count ?? 0),
      new: news?.count ?? 0,
      edits: changes?.count ?? 0,
      duplicates: twins?.count ?? 0,
    },
    oldest: starts.length > 0 ? Math.min(...starts) : null,
    nextCursor: last ? encodePosition([last.at, last.id]) : null,
  };
}
