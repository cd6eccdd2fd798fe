import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  collectionEvents,
  collections,
  events,
  follows,
  organizers,
  users,
  venues,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { CATEGORIES } from "../../lib/event/categories";
import { readFollowTopic } from "../../lib/event/follow-topics";
import { INTERESTS } from "../../lib/pages/preference-choices";
import type { Actor } from "../../lib/permissions";
import { type City, listCities } from "../cities/queries.server";
import {
  type EventListRow,
  LIST_COLUMNS,
  readEvents,
  selectEvents,
} from "../events/event-columns.server";
import { categoriesOfInterests } from "../notifications/audience.server";

/** Follows and saved events that are looked at, the latest first. */
const FOLLOWS = 20;
const SAVED = 5;
/** Walks of one page, and the events that each finds: other parts of the page show some of them. */
const WALKS = 24;
const EACH = 5;
/** The newest events of a saved search that are looked at. */
const MATCHES = 20;
/** Topics that an account keeps; the oldest go first. */
const LESS_MAX = 100;
const TOPIC_MAX = 200;

/** Why an event is for a person: what they follow or saved, by its names, or an interest. */
export type SuggestionReason =
  | { of: "followed" | "search" | "saved"; name: { en: string; fa: string | null } }
  | { of: "liked"; interest: (typeof INTERESTS)[number] };

/** An event for one person, and why. */
export interface SuggestedEvent {
  event: EventListRow;
  /** The reason that "see less" switches off. */
  topic: string;
  reason: SuggestionReason;
}

interface Walk {
  /** A facet, or the topic of a saved search, whose new events `city_news_topics` has. */
  facet: string;
  topic: string;
  reason: SuggestionReason;
}

/**
 * Events for a person, from what they follow, what they saved and what they like, a few of each; of
 * the home city where they have one. Saved ones are left out. Two round trips, at no time more than
 * the rows shown of each topic.
 */
export async function eventsForYou(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  { id }: Pick<Actor, "id">,
  home: City | null,
): Promise<{ suggested: SuggestedEvent[]; lessCount: number }> {
  const { db, clock } = deps;
  const [lessOf, walks] = await walksOf(deps, id, home);
  if (walks.length === 0) return { suggested: [], lessCount: lessOf.length };
  const facets = JSON.stringify(walks.map(({ facet }) => facet));
  const coming = (
    from: SQL,
    where: SQL,
  ) => sql`SELECT * FROM (SELECT f.event_id, f.starts_at, f.local_day FROM ${from}
    WHERE ${where} AND f.is_over = 0 AND f.is_next = 1 AND f.starts_at > ${clock.now()} AND NOT EXISTS (
      SELECT 1 FROM collections c JOIN collection_events s ON s.collection_id = c.id WHERE c.owner_id = ${id} AND c.is_default = 1 AND s.event_id = f.event_id
    ) ORDER BY f.starts_at, f.event_id LIMIT ${EACH})`;
  const places = sql`(SELECT json_group_array(json_array(event_id, starts_at, local_day)) FROM (
    ${coming(sql`event_facets f`, sql`f.facet = walk.value`)}
    UNION ALL ${coming(
      sql`city_news n CROSS JOIN event_facets f`,
      sql`n.id IN (SELECT news_id FROM city_news_topics WHERE topic = walk.value ORDER BY created_at DESC LIMIT ${MATCHES}) AND f.event_id = n.event_id AND f.facet = 'all' AND EXISTS (SELECT 1 FROM events e WHERE e.id = n.event_id AND e.city_id = n.city_id)`,
    )}))`;
  const ofWalks = sql`(SELECT place.value ->> 0 AS id, place.value ->> 1 AS startsAt, place.value ->> 2 AS day
    FROM json_each(${facets}) AS walk, json_each(${places}) AS place GROUP BY 1)`;
  const [found, answer] = await db.batch([
    db
      .select({
        walk: sql<number>`walk.key`.as("walk"),
        places: sql<string>`${places}`.as("places"),
      })
      .from(sql`json_each(${facets}) AS walk`),
    selectEvents(db, LIST_COLUMNS, ofWalks, "found"),
  ]);
  const rows = new Map(readEvents(LIST_COLUMNS, answer).map((row) => [row.id, row]));
  const lists = found
    .sort((a, b) => a.walk - b.walk)
    .map(({ walk, places }) => ({
      ...(walks[walk] as Walk),
      places: (JSON.parse(places) as [string][]).map(([event]) => event),
    }));
  // One of each topic in turn, so that no topic fills the part.
  const suggested = new Map<string, SuggestedEvent>();
  for (let place = 0; place < EACH; place += 1)
    for (const { topic, reason, places } of lists) {
      const event = rows.get(places[place] ?? "");
      if (event?.lifecycle === "scheduled" && !suggested.has(event.id))
        suggested.set(event.id, { event, topic, reason });
    }
  return { suggested: [...suggested.values()], lessCount: lessOf.length };
}

/**
 * The reasons a person sees less of, and the index walks for the others, strongest first. One round
 * trip.
 */
async function walksOf({ db, memo }: Pick<Deps, "db" | "memo">, id: string, home: City | null) {
  const [[person], followed, saved, cities] = await Promise.all([
    ...(await db.batch([
      db
        .select({ interests: users.interests, cities: users.cities, lessOf: users.lessOf })
        .from(users)
        .where(eq(users.id, id)),
      db
        .select({
          topic: follows.topic,
          label: follows.label,
          venueEn: sql<string | null>`${venues.nameEn}`.as("venue_en"),
          venueFa: sql<string | null>`${venues.nameFa}`.as("venue_fa"),
          organizerEn: sql<string | null>`${organizers.nameEn}`.as("organizer_en"),
          organizerFa: sql<string | null>`${organizers.nameFa}`.as("organizer_fa"),
        })
        .from(follows)
        .leftJoin(
          venues,
          sql`${venues.id} = iif(${follows.topic} GLOB 'venue:*', substr(${follows.topic}, 7), NULL)`,
        )
        .leftJoin(
          organizers,
          sql`${organizers.id} = iif(${follows.topic} GLOB 'organizer:*', substr(${follows.topic}, 11), NULL)`,
        )
        .where(eq(follows.userId, id))
        .orderBy(desc(follows.createdAt))
        .limit(FOLLOWS),
      db
        .select({
          titleEn: events.titleEn,
          titleFa: events.titleFa,
          cityId: events.cityId,
          categories: events.categories,
        })
        .from(collections)
        .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
        .innerJoin(events, eq(events.id, collectionEvents.eventId))
        .where(and(eq(collections.ownerId, id), eq(collections.isDefault, true)))
        .orderBy(desc(collectionEvents.createdAt))
        .limit(SAVED),
    ])),
    listCities({ db, memo }),
  ]);
  const bySlug = new Map(cities.map((city) => [city.slug, city]));
  const walks: Walk[] = followed.flatMap(
    ({ topic, label, venueEn, venueFa, organizerEn, organizerFa }): Walk[] => {
      const subject = readFollowTopic(topic);
      const name = {
        en: venueEn ?? organizerEn ?? label?.en ?? "",
        fa: venueFa ?? organizerFa ?? label?.fa ?? null,
      };
      const followed: SuggestionReason = { of: "followed", name };
      if (!subject || !(name.en || name.fa)) return [];
      if (subject.kind === "venue" || subject.kind === "organizer")
        return [{ facet: topic, topic, reason: followed }];
      if (subject.kind === "search")
        return topic.length > TOPIC_MAX
          ? []
          : [{ facet: topic, topic, reason: { of: "search", name } }];
      const city = subject.kind === "category" ? bySlug.get(subject.city) : undefined;
      return city && subject.kind === "category"
        ? [{ facet: `city:${city.id}|category:${subject.category}`, topic, reason: followed }]
        : [];
    },
  );
  for (const { titleEn, titleFa, cityId, categories } of saved) {
    const [category] = categories;
    const city = cities.find((one) => one.id === cityId);
    if (category && city)
      walks.push({
        facet: `city:${cityId}|category:${category}`,
        topic: `saved:${city.slug}|${category}`,
        reason: { of: "saved", name: { en: titleEn, fa: titleFa } },
      });
  }
  const followedCities = (person?.cities ?? []).flatMap((slug) => bySlug.get(slug) ?? []);
  const near = home ? [home] : followedCities.slice(0, 2);
  for (const interest of INTERESTS.filter((one) => person?.interests.includes(one)))
    for (const category of categoriesOfInterests([interest]))
      for (const place of near.length > 0
        ? near.map((city) => `city:${city.id}|category:${category}`)
        : [`category:${category}`])
        walks.push({
          facet: place,
          topic: `interest:${interest}`,
          reason: { of: "liked", interest },
        });
  for (const city of followedCities)
    if (city.id !== home?.id)
      walks.push({
        facet: `city:${city.id}`,
        topic: `city:${city.slug}`,
        reason: { of: "followed", name: { en: city.nameEn, fa: city.nameFa } },
      });
  const lessOf = person?.lessOf ?? [];
  const kept = walks.filter(({ topic }) => !lessOf.includes(topic));
  const first = new Map(kept.reverse().map((walk) => [walk.facet, walk]));
  return [lessOf, [...first.values()].reverse().slice(0, WALKS)] as const;
}

/** Known forms of topics. */
const TOPICS = [
  /^(venue|organizer):[0-9a-f-]{36}$/,
  /^(category|saved):[a-z0-9-]+\|(.+)$/,
  /^interest:([a-z]+)$/,
  /^city:[a-z0-9-]+$/,
  /^search:[^\s]+$/,
];

function isTopic(topic: string): boolean {
  if (topic.length > TOPIC_MAX || !TOPICS.some((form) => form.test(topic))) return false;
  const category = TOPICS[1]?.exec(topic)?.[2];
  return category === undefined || CATEGORIES.some(({ name }) => name === category);
}

/** Shows a person less of a topic. @throws AppError("bad-request") unless it is a topic */
export async function seeLess(
  { db }: Pick<Deps, "db">,
  { id }: Pick<Actor, "id">,
  topic: string,
): Promise<void> {
  if (!isTopic(topic)) throw new AppError("bad-request");
  const rest = sql`(SELECT value FROM json_each(${users.lessOf}) WHERE value <> ${topic} ORDER BY key DESC LIMIT ${LESS_MAX - 1})`;
  await db
    .update(users)
    .set({
      lessOf: sql`(SELECT json_group_array(value) FROM (SELECT ${topic} AS value UNION ALL SELECT value FROM ${rest}))`,
    })
    .where(eq(users.id, id));
}

/** Takes back all that a person wanted to see less of. */
export async function seeAllAgain(
  { db }: Pick<Deps, "db">,
  { id }: Pick<Actor, "id">,
): Promise<void> {
  await db.update(users).set({ lessOf: [] }).where(eq(users.id, id));
}
