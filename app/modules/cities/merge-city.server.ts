import { asc, eq, inArray, sql } from "drizzle-orm";
import {
  channelPosts,
  channels,
  cities,
  cityNotifications,
  cityWeeks,
  eventRevisions,
  events,
  hostNames,
  ingestionRuns,
  sourceItems,
  sources,
  venues,
  weekSubscribers,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, orNull } from "../../lib/errors";
import { nameScope, slugScope } from "../../lib/event/host-keys";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { reindexStatements } from "../search/index-city.server";
import { bumpSiteVersion, forgetSiteState } from "../store/content-version.server";
import { insertSelect, runGuarded } from "../store/run-guarded.server";
import { refreshCities } from "./complete-city.server";
import { moveFollowers } from "./move-followers.server";
import { type City, getCityOrThrow } from "./queries.server";
import {
  applyCityRemoval,
  type CountedUpTo,
  countEvents,
  countUpTo,
  mergeTargetDeleted,
} from "./remove-city.server";

/** Events that one batch moves, and batches that one request runs. */
const EVENTS = 50;
const BATCHES = 4;
/** Users per request whose followed cities are scanned. */
const PEOPLE = 5_000;

interface MergeLimits {
  events: number;
  batches: number;
  people: number;
}

const LIMITS: MergeLimits = { events: EVENTS, batches: BATCHES, people: PEOPLE };

interface MergePreview {
  target: City;
  events: CountedUpTo;
  venues: CountedUpTo;
  /** Counted among the first 10,000 accounts only. */
  followers: CountedUpTo;
}

/**
 * Both cities of a merge. @throws AppError("not-found"), AppError("invalid") for the same or an
 * unknown target
 */
async function endsOf(
  deps: Pick<Deps, "db">,
  slug: string,
  into: string,
): Promise<{ source: City; target: City }> {
  const source = await getCityOrThrow(deps, slug);
  const target = await orNull(getCityOrThrow(deps, into));
  if (!target || target.id === source.id)
    throw new AppError("invalid", [{ path: "into", message: "errors:issue.mergeTarget" }]);
  return { source, target };
}

/** Counts the rows a merge would move. @throws AppError as `mergeCity` */
export async function previewMerge(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  slug: string,
  into: string,
): Promise<MergePreview> {
  assertCan(actor, "city:manage");
  const { source, target } = await endsOf(deps, slug, into);
  const [ofEvents, ofVenues, followers] = await Promise.all([
    countEvents(deps, source.id),
    countUpTo(deps, sql`venues WHERE city_id = ${source.id}`),
    countFollowers(deps, source.slug),
  ]);
  return { target, events: ofEvents, venues: ofVenues, followers };
}

/** There is no index on followed cities, so this scans the first 10,000 accounts. */
async function countFollowers({ db }: Pick<Deps, "db">, slug: string): Promise<CountedUpTo> {
  const found = await db
    .select({
      count: sql<number>`coalesce(sum(instr(cities, ${`"${slug}"`}) > 0), 0)`,
      all: sql<number>`count(*)`,
    })
    .from(sql`(SELECT cities FROM users ORDER BY id LIMIT 10001)`)
    .get();
  return { count: found?.count ?? 0, isMore: (found?.all ?? 0) > 10_000 };
}

interface MergeProgress {
  /** Everything has moved, and the city is gone. */
  isDone: boolean;
  /** Events that this request has moved. */
  moved: number;
  /** Goes with the next request; null until all events have moved. */
  after: string | null;
}

/**
 * Merges a city into another: its events, venues, followers, drafts, pending edits, sources and
 * ingestion runs move, then it is deleted. Each request moves a bounded part and the next one
 * continues, so a failure loses nothing. Announced events keep their time zone and wall time. The
 * old address redirects afterwards (docs/decisions/staff-directory.md).
 * @param after from the previous progress; null at the start
 * @throws AppError("not-found"), AppError("invalid") for an invalid target, AppError("conflict")
 * when an event changes concurrently (retry the request), or when the target is gone
 */
export async function mergeCity(
  deps: Deps,
  actor: Actor | null,
  { slug, into, after }: { slug: string; into: string; after: string | null },
  limits: MergeLimits = LIMITS,
): Promise<MergeProgress> {
  assertCan(actor, "city:manage");
  const { source, target } = await endsOf(deps, slug, into);
  let moved = 0;
  for (let batch = 0; batch < limits.batches; batch++) {
    const count = await moveEvents(deps, source, target, limits.events);
    moved += count;
    if (count < limits.events) break;
  }
  forgetSiteState(deps);
  if (moved >= limits.events * limits.batches) return { isDone: false, moved, after: null };
  const next = await moveFollowers(
    deps,
    { from: source.slug, into: target.slug },
    after ?? "",
    limits.people,
    {
      guards: [whileThere(deps, source, target)],
      refusals: TARGET_GONE,
    },
  );
  if (next !== null) return { isDone: false, moved, after: next };
  await moveRest(deps, source, target);
  const isGone = await applyCityRemoval(deps, actor, source, {
    action: "city.merged",
    into: target,
  });
  // The next request moves events created meanwhile.
  return { isDone: isGone, moved, after: isGone ? null : next };
}

/**
 * A guard in each batch of a merge: null when the target is gone, which fails the NOT NULL
 * constraint and so the batch.
 */
const whileThere = ({ db }: Pick<Deps, "db">, source: City, target: City) =>
  db
    .update(cities)
    .set({
      version: sql`CASE WHEN EXISTS (SELECT 1 FROM cities AS target WHERE target.id = ${target.id}) THEN ${cities.version} END`,
    })
    .where(eq(cities.id, source.id));

const TARGET_GONE = { "cities.version": mergeTargetDeleted };

async function moveEvents(deps: Deps, source: City, target: City, limit: number): Promise<number> {
  const { db, clock } = deps;
  const found = await db
    .select()
    .from(events)
    .where(eq(events.cityId, source.id))
    .orderBy(asc(events.createdAt), asc(events.id))
    .limit(limit);
  if (found.length === 0) return 0;
  const now = clock.now();
  const [guard, ...rest] = reindexStatements(db, found, target, { moves: true, now });
  await runGuarded(
    deps,
    [
      whileThere(deps, source, target),
      guard,
      ...rest,
      refreshCities(db, now, source.id),
      refreshCities(db, now, target.id),
      bumpSiteVersion(db),
    ],
    TARGET_GONE,
  );
  return found.length;
}

/**
 * Venues, and the edits that wait for a moderator: few, and none of them has an index by its city's
 * slug.
 */
async function moveRest(deps: Deps, source: City, target: City): Promise<void> {
  const { db, clock } = deps;
  const statements = [
    whileThere(deps, source, target),
    // A slug that both cities have gets a suffix; of two venues of one name, the target's keeps it.
    db
      .update(venues)
      .set({ slug: sql`${venues.slug} || '-' || substr(${venues.id}, -6)` })
      .where(
        sql`${venues.cityId} = ${source.id} AND EXISTS (SELECT 1 FROM host_names n WHERE n.scope = ${slugScope("venue", target.id)} AND n.key = ${venues.slug})`,
      ),
    ...[nameScope, slugScope].map((scopeOf) =>
      insertSelect(
        db,
        hostNames,
        { scope: scopeOf("venue", target.id), key: sql`key`, hostId: sql`host_id` },
        sql`FROM host_names WHERE scope = ${scopeOf("venue", source.id)}`,
      ).onConflictDoNothing(),
    ),
    insertSelect(
      db,
      hostNames,
      { scope: slugScope("venue", target.id), key: sql`slug`, hostId: sql`id` },
      sql`FROM venues WHERE city_id = ${source.id}`,
    ).onConflictDoNothing(),
    db
      .delete(hostNames)
      .where(
        inArray(hostNames.scope, [nameScope("venue", source.id), slugScope("venue", source.id)]),
      ),
    db
      .update(venues)
      .set({ cityId: target.id, updatedAt: clock.now() })
      .where(eq(venues.cityId, source.id)),
    db
      .update(eventRevisions)
      .set({ values: sql`json_set(${eventRevisions.values}, '$.city', ${target.slug})` })
      .where(sql`${eventRevisions.values} ->> '$.city' = ${source.slug}`),
    db
      .update(cityNotifications)
      .set({
        cityId: target.id,
        followTopics: sql`replace(follow_topics, ${`"category:${source.slug}|`}, ${`"category:${target.slug}|`})`,
      })
      .where(eq(cityNotifications.cityId, source.id)),
    db.update(ingestionRuns).set({ cityId: target.id }).where(eq(ingestionRuns.cityId, source.id)),
    db.update(sourceItems).set({ cityId: target.id }).where(eq(sourceItems.cityId, source.id)),
    // Each city of a source once, its own not among the others.
    db
      .update(sources)
      .set({
        cityId: sql`CASE WHEN ${sources.cityId} = ${source.id} THEN ${target.id} ELSE ${sources.cityId} END`,
        otherCityIds: sql`(SELECT json_group_array(id) FROM (SELECT DISTINCT CASE WHEN value = ${source.id} THEN ${target.id} ELSE value END AS id FROM json_each(${sources.otherCityIds}))
          WHERE id <> CASE WHEN ${sources.cityId} = ${source.id} THEN ${target.id} ELSE ${sources.cityId} END)`,
      })
      .where(
        sql`${sources.cityId} = ${source.id} OR instr(${sources.otherCityIds}, ${source.id}) > 0`,
      ),
    // Of those who subscribe to both cities one row is left, and of two weeks' picks the target's.
    db
      .update(weekSubscribers)
      .set({ cityId: target.id })
      .where(
        sql`${weekSubscribers.cityId} = ${source.id} AND email NOT IN (SELECT other.email FROM week_subscribers AS other WHERE other.city_id = ${target.id})`,
      ),
    // Posts about the removed city's weeks stay unchanged: an edit would show the picks of the
    // other city, or none.
    db
      .update(channelPosts)
      .set({ endsAt: clock.now() })
      .where(
        sql`${channelPosts.kind} = 'week' AND ${channelPosts.messageId} IS NOT NULL
          AND ${channelPosts.channelId} IN (SELECT id FROM channels WHERE city_id = ${source.id})
          AND ${channelPosts.subject} IN (SELECT first_day FROM city_weeks WHERE city_id = ${target.id})`,
      ),
    db
      .update(cityWeeks)
      .set({ cityId: target.id })
      .where(
        sql`${cityWeeks.cityId} = ${source.id} AND first_day NOT IN (SELECT other.first_day FROM city_weeks AS other WHERE other.city_id = ${target.id})`,
      ),
    db
      .update(channels)
      .set({ cityId: target.id })
      .where(
        sql`${channels.cityId} = ${source.id} AND NOT EXISTS (SELECT 1 FROM channels AS other WHERE other.city_id = ${target.id} AND other.service = channels.service AND other.chat = channels.chat)`,
      ),
    db.update(cities).set({ updatedAt: clock.now() }).where(eq(cities.id, target.id)),
  ] as const;
  await runGuarded(deps, statements, TARGET_GONE);
}

/** Written once, before the first part of a merge. */
export async function noteMergeBegun(
  deps: Deps,
  actor: Actor | null,
  slug: string,
  preview: MergePreview,
): Promise<void> {
  assertCan(actor, "city:manage");
  const source = await getCityOrThrow(deps, slug);
  await auditEntry(deps, {
    actorId: actor.id,
    action: "city.merge-begun",
    entity: "city",
    entityId: source.id,
    metadata: {
      into: preview.target.slug,
      events: preview.events.count,
      venues: preview.venues.count,
      followers: preview.followers.count,
    },
    severity: "warning",
    sessionId: actor.sessionId,
  });
}
