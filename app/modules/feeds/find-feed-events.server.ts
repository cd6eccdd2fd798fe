import { sql } from "drizzle-orm";
import type { Deps } from "../../lib/deps";
import { readEvents, selectEvents } from "../events/event-columns.server";
import { ICS_COLUMNS, type IcsEvent } from "../events/event-ics.server";
import { listEvents } from "../events/list-events.server";
import type { EventQuery } from "../events/schema";
import { FEED_EVENTS } from "./feed";

/** Events per query: their descriptions come as one text, which D1 limits to 2 MB. */
const CHUNK = 50;

/** Whole events by id, in the order of the ids, in one round trip; unknown ones are left out. */
export async function wholeEvents({ db }: Pick<Deps, "db">, ids: readonly string[]): Promise<IcsEvent[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, part) => ids.slice(part * CHUNK, (part + 1) * CHUNK));
  const [first, ...others] = chunks.map((chunk) =>
    selectEvents(db, ICS_COLUMNS, sql`(SELECT value AS id FROM json_each(${JSON.stringify(chunk)}))`),
  );
  if (!first) return [];
  const answers = await db.batch([first, ...others]);
  const rows = new Map(answers.flatMap((answer) => readEvents(ICS_COLUMNS, answer)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Events that match all of a query, within a feed's limits. */
export async function findFeedEvents(deps: Deps, query: EventQuery) {
  const { city, events, exactTotal } = await listEvents(deps, { ...query, cursor: null, limit: FEED_EVENTS });
  return {
    city,
    events: await wholeEvents(
      deps,
      events.slice(0, exactTotal).map(({ id }) => id),
    ),
  };
}
