import { eq, inArray, sql } from "drizzle-orm";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { nameKeys, nameScope, slugScope } from "../../app/lib/event/host-keys";
import { paths } from "../../app/lib/paths";
import { createMemo } from "../../app/lib/runtime/memo";
import { currencyOf } from "../../app/lib/text/money";
import { searchKey } from "../../app/lib/text/search-text";
import { refreshCities } from "../../app/modules/cities/complete-city.server";
import {
  candidatesOf,
  choosePicks,
  TEN,
} from "../../app/modules/discovery/weeks/propose-picks.server";
import { dueWeek } from "../../app/modules/discovery/weeks/publish-weeks.server";
import { instantsOf } from "../../app/modules/discovery/weeks/queries.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { eventRow } from "../../app/modules/events/event-row.server";
import { linkHostsStatements } from "../../app/modules/hosts/link-hosts.server";
import {
  occurrenceStatements,
  scheduleColumns,
} from "../../app/modules/schedule/occurrence-statements.server";
import { indexEventStatements, rebuildSearch } from "../../app/modules/search/index-event.server";
import { searchRowid } from "../../app/modules/search/search-rowid";
import type { Database } from "../client";
import {
  cities,
  cityWeekPicks,
  cityWeeks,
  contentVersions,
  events,
  hostNames,
  venues,
} from "../schema";
import {
  type PlacedEvent,
  placeSampleEvents,
  placeSampleSeries,
  sampleEventKeys,
  seedCities,
  seedVenues,
} from "./place-events";
import { SAMPLE_FACTS } from "./sample-facts";
import { SAMPLE_TRAITS } from "./sample-traits";
import { seedFacts, seedPhrasings, seedTraits } from "./seed-facts";
import { seedQueues } from "./seed-queues";
import { inBatches, type Statement, seedId } from "./seed-statements";
import weekLines from "./week-lines.json";

const key = (...names: (string | null | undefined)[]) =>
  names
    .map((name) => (name ? searchKey(name) : ""))
    .filter(Boolean)
    .join("\n");

/**
 * Ids of everything seeded. Made beforehand, since a statement that an async function returned
 * would run at once.
 */
async function seedIds(): Promise<Map<string, string>> {
  const keys = [
    ...seedCities.map(({ slug }) => ["city", slug] as const),
    ...seedVenues.map(({ key: venueKey }) => ["venue", venueKey] as const),
    ...sampleEventKeys.map((name) => ["event", name] as const),
  ];
  return new Map(
    await Promise.all(
      keys.map(async ([kind, name]) => [`${kind}:${name}`, await seedId(kind, name)] as const),
    ),
  );
}

type IdOf = (kind: "city" | "venue" | "event", name: string) => string;

function cityStatements(db: Database, idOf: IdOf, now: number): Statement[] {
  return seedCities.map((city) =>
    db
      .insert(cities)
      .values({
        id: idOf("city", city.slug),
        slug: city.slug,
        nameEn: city.name.en,
        nameFa: city.name.fa,
        countryCode: city.countryCode,
        countryEn: city.country.en,
        countryFa: city.country.fa,
        stateEn: city.stateProvince?.en ?? null,
        stateFa: city.stateProvince?.fa ?? null,
        timeZone: city.timezone,
        latitude: city.latitude,
        longitude: city.longitude,
        searchKey: key(
          city.name.en,
          city.name.fa,
          city.country.en,
          city.country.fa,
          city.stateProvince?.en,
          city.stateProvince?.fa,
        ),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
  );
}

function venueStatements(db: Database, idOf: IdOf, now: number): Statement[] {
  return seedVenues.flatMap((venue) => [
    db
      .insert(venues)
      .values({
        id: idOf("venue", venue.key),
        cityId: idOf("city", venue.city),
        slug: venue.key,
        nameEn: venue.name.en,
        nameFa: venue.name.fa,
        addressEn: venue.address.en,
        addressFa: venue.address.fa,
        latitude: venue.latitude,
        longitude: venue.longitude,
        searchKey: key(venue.name.en, venue.name.fa),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    db
      .insert(hostNames)
      .values([
        {
          scope: slugScope("venue", idOf("city", venue.city)),
          key: venue.key,
          hostId: idOf("venue", venue.key),
        },
        ...nameKeys([venue.name.en, venue.name.fa]).map((name) => ({
          scope: nameScope("venue", idOf("city", venue.city)),
          key: name,
          hostId: idOf("venue", venue.key),
        })),
      ])
      .onConflictDoNothing(),
  ]);
}

/**
 * @param taken places in the search index; a collision takes the next, since a refused row would be
 * an event without a word
 */
function eventStatement(
  db: Database,
  idOf: IdOf,
  event: PlacedEvent,
  order: number,
  now: number,
  taken: Set<number>,
): Statement {
  const venue = seedVenues.find(({ key: venueKey }) => venueKey === event.venue);
  const city = seedCities.find(({ slug }) => slug === event.city);
  const row = eventRow({
    id: idOf("event", event.key),
    cityId: idOf("city", event.city),
    venueId: venue ? idOf("venue", venue.key) : null,
    titleEn: event.title.en,
    titleFa: event.title.fa ?? null,
    descriptionEn: event.description.en,
    descriptionFa: event.description.fa ?? null,
    venueEn: venue?.name.en ?? event.venueName?.en ?? "",
    venueFa: venue?.name.fa ?? event.venueName?.fa ?? null,
    addressEn: venue?.address.en ?? event.address?.en ?? null,
    addressFa: venue?.address.fa ?? event.address?.fa ?? null,
    latitude: venue?.latitude ?? event.latitude ?? null,
    longitude: venue?.longitude ?? event.longitude ?? null,
    organizerEn: event.organizer.en,
    organizerFa: event.organizer.fa ?? null,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    timeZone: event.timeZone,
    allDay: event.allDay ?? false,
    ...scheduleColumns(event.schedule, event.occurrences),
    lifecycle: event.lifecycle ?? "scheduled",
    price: event.price,
    currency: event.currency || currencyOf(city?.countryCode ?? ""),
    ticketUrl: event.ticketUrl,
    imageUrl: event.picture ? paths.media(`samples/${event.picture}`) : null,
    imageFocus: event.pictureFocus ?? "center",
    categories: event.categories,
    tags: event.tags,
    ...SAMPLE_TRAITS.get(event.key),
    ...SAMPLE_FACTS.get(event.key),
    isFeatured: event.isFeatured,
    status: "approved",
    isOver: event.endsAt <= now,
    // Spread over the last weeks, so that "new" has an order.
    publishedAt: now - (order % 40) * 12 * HOUR,
    // An initial value to rank by.
    viewCount: (order * 37) % 400,
    interactionCount: (order * 13) % 60,
    popularityPoints: 10 * ((order * 37) % 401),
    createdAt: now,
    updatedAt: now,
  });
  for (let attempt = 1; taken.has(row.searchRowid); attempt++)
    row.searchRowid = searchRowid(row.startsAt, row.id, attempt);
  taken.add(row.searchRowid);
  // Only a row of our own that an interrupted run has left may be there already; any other conflict
  // is an error.
  return db.insert(events).values(row).onConflictDoNothing({ target: events.id });
}

/**
 * The parts of the seed, in order. Each can run again after it was broken off: its rows have ids
 * that follow from their names. A part that is added later is added to databases that have the
 * earlier ones.
 */
const PARTS: readonly { name: string; seed: (db: Database, now: number) => Promise<void> }[] = [
  { name: "sample-events", seed: seedSampleEvents },
  { name: "staff-queues", seed: seedQueues },
  { name: "sample-event-traits", seed: seedTraits },
  { name: "sample-series", seed: seedSampleSeries },
  { name: "sample-phrasings", seed: seedPhrasings },
  { name: "sample-facts", seed: seedFacts },
  { name: "hosts", seed: seedHosts },
  { name: "sample-week", seed: seedWeek },
  { name: "sample-interest", seed: seedInterest },
];

/** What the last two days added to the popularity of the events to come, so that some are trending. */
async function seedInterest(db: Database, now: number): Promise<void> {
  for (const ago of [0, 1])
    await db.run(sql`INSERT OR IGNORE INTO event_points (event_id, day, points)
      SELECT id, ${new Date(now - ago * DAY).toISOString().slice(0, 10)}, popularity_points / ${20 + 20 * ago}
      FROM events WHERE is_listed = 1 AND is_over = 0 AND popularity_points > 1000`);
}

/**
 * An editor's picks of Tehran's present week, from the sample events that have a sentence. Other
 * cities get theirs by score.
 */
async function seedWeek(db: Database, now: number): Promise<void> {
  const city = await db.select().from(cities).where(eq(cities.slug, "tehran")).get();
  if (!city) return;
  const week = dueWeek(city, now);
  const candidates = await candidatesOf({ db }, city.id, instantsOf(week, city));
  const lines = new Map(
    await Promise.all(
      Object.entries(weekLines).map(
        async ([name, line]) => [await seedId("event", name), line] as const,
      ),
    ),
  );
  const written = choosePicks(candidates.filter(({ id }) => lines.has(id)));
  const chosen = [...written, ...choosePicks(candidates.filter(({ id }) => !lines.has(id)))].slice(
    0,
    TEN,
  );
  if (chosen.length === 0) return;
  const id = await seedId("week", week.key);
  await inBatches(db, [
    db
      .insert(cityWeeks)
      .values({
        id,
        cityId: city.id,
        firstDay: week.first,
        publishedAt: now,
        mailedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    ...chosen.map((eventId, index) =>
      db
        .insert(cityWeekPicks)
        .values({
          weekId: id,
          eventId,
          position: index + 1,
          lineEn: lines.get(eventId)?.en ?? null,
          lineFa: lines.get(eventId)?.fa ?? null,
        })
        .onConflictDoNothing(),
    ),
  ]);
}

async function idsOfSeed(): Promise<IdOf> {
  const ids = await seedIds();
  return (kind, name) => {
    const id = ids.get(`${kind}:${name}`);
    if (!id) throw new Error(`The seed has no ${kind} named ${name}.`);
    return id;
  };
}

async function seedSampleEvents(db: Database, now: number): Promise<void> {
  const idOf = await idsOfSeed();
  await inBatches(db, cityStatements(db, idOf, now));
  await inBatches(db, venueStatements(db, idOf, now));
  const taken = new Set<number>();
  await inBatches(
    db,
    placeSampleEvents(now).map((event, order) =>
      eventStatement(db, idOf, event, order, now, taken),
    ),
  );
  await rebuildSearch(db);
  const clock = { now: () => now };
  await endEvents({
    db,
    clock,
    memo: createMemo(clock),
    rooms: {
      cityChanged: async () => {},
      notified: async () => {},
      cityNotification: async () => {},
      runChanged: async () => {},
      signedOut: async () => {},
    },
  });
}

/** Adds the series that are missing, each with its occurrences or not at all. */
async function seedSampleSeries(db: Database, now: number): Promise<void> {
  const idOf = await idsOfSeed();
  const rows = await db.select({ id: events.id, searchRowid: events.searchRowid }).from(events);
  const known = new Set(rows.map(({ id }) => id));
  const taken = new Set(rows.map(({ searchRowid: place }) => place));
  const series = placeSampleSeries(now);
  for (const [order, event] of series.entries()) {
    const id = idOf("event", event.key);
    if (known.has(id)) continue;
    const statements = occurrenceStatements(db, id, event.occurrences, now);
    await db.batch([eventStatement(db, idOf, event, order, now, taken), ...statements]);
  }
  const seeded = await db
    .select({ event: events, city: cities })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(
      inArray(
        events.id,
        series.map(({ key: name }) => idOf("event", name)),
      ),
    );
  await inBatches(
    db,
    seeded.flatMap(({ event, city }) => indexEventStatements(db, event, city)),
  );
  await refreshCities(db, now);
}

/** Events linked to their hosts at once. */
const LINKED = 50;

/** Links the sample events to venues and organizers, and adds those that are new. */
async function seedHosts(db: Database, now: number): Promise<void> {
  const listed = await db.select().from(events).where(eq(events.isListed, true)).orderBy(events.id);
  for (let start = 0; start < listed.length; start += LINKED) {
    const some = listed.slice(start, start + LINKED);
    const made = await Promise.all(
      some.flatMap(({ id }) => [seedId("host", `${id} venue`), seedId("host", `${id} organizer`)]),
    );
    const deps = { db, clock: { now: () => now }, ids: { next: () => made.shift() ?? "" } };
    await inBatches(db, linkHostsStatements(deps, some));
  }
}

/**
 * Fills a local database with the shipped cities, venues and sample events, placed around `now`
 * (UTC epoch ms). Skips parts whose marker exists; the marker is the last statement, so an
 * interrupted part runs again.
 */
export async function seedDatabase(
  db: Database,
  now: number,
): Promise<{ seeded: boolean; cities: number; events: number }> {
  let seeded = false;
  for (const { name, seed } of PARTS) {
    const marker = `seed:${name}`;
    if (await db.select().from(contentVersions).where(eq(contentVersions.name, marker)).get())
      continue;
    await seed(db, now);
    await db.insert(contentVersions).values({ name: marker, version: 1 });
    seeded = true;
  }
  const [counts] = await db.all<{ cities: number; events: number }>(
    sql`SELECT (SELECT count(*) FROM cities) AS cities, (SELECT count(*) FROM events) AS events`,
  );
  return { seeded, ...(counts ?? { cities: 0, events: 0 }) };
}
