import { sql } from "drizzle-orm";
import type { TemplateSelection } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { citiesById, listCities } from "../../cities/queries.server";
import { eventsInOrder, readEvents, selectEvents } from "../../events/event-columns.server";
import {
  DIGEST_COLUMNS,
  type DigestInput,
  type DigestRow,
  type DigestSources,
} from "./compose-digest.server";
import {
  CITIES_READ,
  type DigestReader,
  type EventsByCity,
  type ReaderNotes,
} from "./digest-readers.server";

/** Events of a city that digests choose from. */
const OF_CITY = 200;

/** Events per query: they come as one text, which D1 limits to 2 MB. */
const EVENTS = 500;

/** The input of one user's digest. */
export function digestInputOf(reader: DigestReader, notes: ReaderNotes): DigestInput {
  const { categories, frequency } = reader.preferences;
  return {
    wanted: categories,
    interests: reader.interests,
    cities: reader.cities,
    items: notes.items.get(reader.id) ?? [],
    saved: notes.saved.get(reader.id) ?? [],
    named: notes.named.get(reader.id) ?? new Map(),
    isWhole: frequency !== "instant",
  };
}

/** Reads the events that these digests may list, unless `byCity` has them. */
export async function digestSources(
  deps: Pick<Deps, "db" | "clock" | "memo" | "siteUrl">,
  selection: TemplateSelection,
  readers: readonly DigestReader[],
  notes: ReaderNotes,
  byCity: EventsByCity,
  listed: DigestSources["described"],
): Promise<DigestSources> {
  const { db, clock } = deps;
  const now = clock.now();
  const cities = await citiesById(deps);
  const known = new Map((await listCities(deps)).map((city) => [city.slug, city]));
  const wanted = new Set(
    selection.cities === "reader"
      ? readers.flatMap(({ cities: slugs }) => slugs)
      : selection.cities,
  );
  const missing = [...wanted]
    .filter((slug) => !byCity.has(slug))
    .flatMap((slug) => known.get(slug) ?? []);
  for (let at = 0; at < missing.length; at += CITIES_READ) {
    const part = missing.slice(at, at + CITIES_READ);
    const [first, ...rest] = part.map(({ id }) =>
      selectEvents(
        db,
        DIGEST_COLUMNS,
        sql`(SELECT event_id AS id FROM event_facets WHERE facet = ${`city:${id}`} AND is_over = 0 AND is_next = 1 AND starts_at > ${now} AND starts_at <= ${now + selection.windowDays * DAY} ORDER BY starts_at LIMIT ${OF_CITY})`,
      ),
    );
    if (!first) break;
    const answers = await db.batch([first, ...rest]);
    for (const [place, { slug }] of part.entries())
      byCity.set(slug, readEvents(DIGEST_COLUMNS, answers[place] ?? []));
  }
  const ids = [...notes.items.values()].flatMap((items) =>
    items.flatMap(({ eventId }) => eventId ?? []),
  );
  const single = [...new Set([...ids, ...[...notes.saved.values()].flat()])];
  const rows: DigestRow[] = [];
  for (let at = 0; at < single.length; at += EVENTS)
    rows.push(...(await eventsInOrder(db, DIGEST_COLUMNS, single.slice(at, at + EVENTS))));
  return {
    now,
    siteUrl: deps.siteUrl,
    selection,
    events: new Map(rows.map((row) => [row.id, row])),
    ofCity: byCity,
    cities,
    described: listed,
  };
}
