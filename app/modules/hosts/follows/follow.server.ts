import { and, desc, eq, inArray, sql } from "drizzle-orm";
import {
  events,
  type FollowFrequency,
  type FollowLabel,
  follows,
  organizers,
  venues,
} from "../../../../db/schema";
import { LOCALES } from "../../../i18n/locale";
import { readerOf } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { CATEGORIES, findCategory } from "../../../lib/event/categories";
import { type FollowSubject, followTopic, readFollowTopic } from "../../../lib/event/follow-topics";
import { hostFacet } from "../../../lib/event/host-keys";
import { type Actor, assertCan } from "../../../lib/permissions";
import { findCityBySlug, listCities } from "../../cities/queries.server";
import { readFilters } from "../../events/list/list-filters.server";
import { requestText } from "../../events/list/request-text.server";
import { parseEventQuery, topicOfQuery } from "../../events/schema";
import { insertSelect } from "../../store/run-guarded.server";
import { findHost } from "../find-host.server";

/** Follows of one person, which lists and digests read each time. */
const MAX_FOLLOWS = 200;
/** Saved searches of one person. Matching one costs a query. */
const MAX_SEARCHES = 20;

export type FollowRow = typeof follows.$inferSelect;

interface ResolvedFollow {
  topic: string;
  label: FollowLabel | null;
}

type Reader = Pick<Deps, "db" | "memo" | "clock">;

/** Names of a subject; null if it cannot be followed. */
async function resolve(deps: Reader, subject: FollowSubject): Promise<ResolvedFollow | null> {
  const { db } = deps;
  const topic = followTopic(subject);
  const known = (row: object | undefined, label: FollowLabel | null = null) =>
    row ? { topic, label } : null;
  switch (subject.kind) {
    case "venue":
      return known(
        await db
          .select({ id: venues.id })
          .from(venues)
          .where(and(eq(venues.id, subject.id), eq(venues.status, "listed")))
          .get(),
      );
    case "organizer":
      return known(
        await db
          .select({ id: organizers.id })
          .from(organizers)
          .where(and(eq(organizers.id, subject.id), eq(organizers.status, "listed")))
          .get(),
      );
    case "category": {
      const city = await findCityBySlug(deps, subject.city);
      const category = CATEGORIES.find(({ name }) => name === subject.category);
      if (!city || !category) return null;
      return {
        topic,
        label: {
          en: `${category.name}, ${city.nameEn}`,
          fa: `${category.fa}، ${city.nameFa ?? city.nameEn}`,
        },
      };
    }
    case "series": {
      const event = await db
        .select({ en: events.titleEn, fa: events.titleFa })
        .from(events)
        .where(
          and(
            eq(events.id, subject.id),
            eq(events.isListed, true),
            sql`schedule ->> 'kind' IN ('dates', 'rule')`,
          ),
        )
        .get();
      return known(event, event ?? null);
    }
    default: {
      const cities = await listCities(deps);
      const { query, issues } = parseEventQuery(new URLSearchParams(subject.query));
      const topicOf = issues.length > 0 ? null : topicOfQuery(query);
      const meant = topicOf === null ? null : readFollowTopic(topicOf);
      if (topicOf === null || meant === null) return null;
      // A category of a city has a topic of its own.
      if (meant.kind !== "search") return resolve(deps, meant);
      const request = readFilters(query, cities, deps.clock.now());
      const [en, fa] = LOCALES.map((locale) => requestText(query, request, readerOf(locale)));
      return { topic: topicOf, label: { en: en ?? "", fa: fa ?? null } };
    }
  }
}

const limitReached = () =>
  new AppError("conflict", [
    { path: "", message: "errors:issue.followLimit", values: { limit: MAX_FOLLOWS } },
  ]);

/**
 * Follows a subject, or changes how often a follow may send an email. Idempotent.
 * @param frequency that of the present follow by default, else daily
 * @throws AppError("not-found") for a subject that cannot be followed, AppError("conflict") beyond
 * the limits, AppError("invalid") for a saved search at once: it is matched every few minutes
 */
export async function follow(
  deps: Deps,
  actor: Actor | null,
  topic: string,
  frequency?: FollowFrequency,
): Promise<FollowRow> {
  assertCan(actor, "account:manage");
  const subject = readFollowTopic(topic);
  const found = subject && (await resolve(deps, subject));
  if (!found) throw new AppError("not-found");
  const isSearch = readFollowTopic(found.topic)?.kind === "search";
  if (isSearch && frequency === "instant") throw instantSearch();
  const { db, ids, clock } = deps;
  const searches = sql`(NOT ${isSearch} OR (SELECT count(*) FROM follows WHERE user_id = ${actor.id} AND topic >= 'search:' AND topic < 'search;' AND topic <> ${found.topic}) < ${MAX_SEARCHES})`;
  const own = sql`SELECT count(*) FROM follows WHERE user_id = ${actor.id} AND topic <> ${found.topic}`;
  const now = clock.now();
  const row = {
    id: ids.next(),
    userId: actor.id,
    topic: found.topic,
    label: found.label,
    frequency: frequency ?? "daily",
    lookedAt: isSearch ? now : null,
    lookAfter: null,
    createdAt: now,
  };
  const [written] = await insertSelect(
    db,
    follows,
    row,
    sql`WHERE (${own}) < ${MAX_FOLLOWS} AND ${searches}`,
  )
    .onConflictDoUpdate({
      target: [follows.topic, follows.userId],
      set: { label: sql`excluded.label`, ...(frequency && { frequency }) },
    })
    .returning();
  if (!written) throw limitReached();
  return written;
}

const instantSearch = () =>
  new AppError("invalid", [{ path: "frequency", message: "errors:issue.value" }]);

/**
 * Changes how often a follow may send an email. @throws AppError("not-found"), AppError("invalid")
 * as `follow`
 */
export async function setFollowFrequency(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
  frequency: FollowFrequency,
): Promise<FollowRow> {
  assertCan(actor, "account:manage");
  const isOwn = and(eq(follows.id, id), eq(follows.userId, actor.id));
  const row = await db.select({ topic: follows.topic }).from(follows).where(isOwn).get();
  if (!row) throw new AppError("not-found");
  if (frequency === "instant" && readFollowTopic(row.topic)?.kind === "search")
    throw instantSearch();
  const [changed] = await db.update(follows).set({ frequency }).where(isOwn).returning();
  if (!changed) throw new AppError("not-found");
  return changed;
}

/** Ends a follow by its id. @throws AppError("not-found") */
export async function endFollow(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<void> {
  assertCan(actor, "account:manage");
  const isOwn = and(eq(follows.id, id), eq(follows.userId, actor.id));
  const [ended] = await db.delete(follows).where(isOwn).returning({ id: follows.id });
  if (!ended) throw new AppError("not-found");
}

/** Ends a follow; idempotent. @returns whether there was one */
export async function unfollow(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  topic: string,
): Promise<boolean> {
  assertCan(actor, "account:manage");
  const ended = await db
    .delete(follows)
    .where(and(eq(follows.userId, actor.id), eq(follows.topic, topic)))
    .returning({ id: follows.id });
  return ended.length > 0;
}

/** A person's follows, the latest first. */
export async function listFollows(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<FollowRow[]> {
  assertCan(actor, "account:manage");
  return db
    .select()
    .from(follows)
    .where(eq(follows.userId, actor.id))
    .orderBy(desc(follows.createdAt), desc(follows.id))
    .limit(MAX_FOLLOWS);
}

/** How many people follow a subject; their identity is private. */
export const followerCount = ({ db }: Pick<Deps, "db">, topic: string): Promise<number> =>
  db.$count(follows, eq(follows.topic, topic));

/** The frequencies of those of these topics that a person follows; none for visitors. */
export async function followedAmong(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  topics: readonly string[],
): Promise<ReadonlyMap<string, FollowFrequency>> {
  if (!actor || topics.length === 0) return new Map();
  const rows = await db
    .select({ topic: follows.topic, frequency: follows.frequency })
    .from(follows)
    .where(and(inArray(follows.topic, [...topics]), eq(follows.userId, actor.id)));
  return new Map(rows.map(({ topic, frequency }) => [topic, frequency]));
}

/**
 * The topic of a page's followers: that of a venue, an organizer, a category of a city, a series or
 * a list with filters; null for other pages.
 * @param page its path with its query
 */
export async function topicOfPage(
  deps: Pick<Deps, "db" | "memo">,
  page: string,
): Promise<string | null> {
  const [pathname = "", query = ""] = page.split(/\?(.*)/s);
  const [start, area, first, second, ...rest] = pathname.split("/");
  if (start !== "") return null;
  const params = new URLSearchParams(query);
  if (rest.length > 0 || (second !== undefined && area !== "venues")) return null;
  switch (area) {
    case "venues":
    case "organizers": {
      const [citySlug, slug] = area === "venues" ? [first, second] : [null, first];
      if (citySlug === undefined || slug === undefined) return null;
      const host = await findHost(deps, { citySlug, slug });
      return host && hostFacet(host.kind, host.row.id);
    }
    case "categories": {
      const category = findCategory(first ?? "");
      const city = params.get("city");
      return category && city
        ? followTopic({ kind: "category", city, category: category.name })
        : null;
    }
    case "events":
      return followTopic(
        first === undefined
          ? { kind: "search", query }
          : { kind: "series", id: first.toLowerCase() },
      );
    default:
      return null;
  }
}
