import { eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { cities, cityAliases, events, facetCounts, hostNames, venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { nameScope, slugScope } from "../../lib/event/host-keys";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { enqueueJob, jobStatement } from "../jobs/jobs.server";
import { deleteOnceUnused } from "../media/claim-media.server";
import { mediaKeyOf } from "../media/media-files";
import { bumpSiteVersion, forgetSiteState } from "../store/content-version.server";
import { runGuarded } from "../store/run-guarded.server";
import { describedOf } from "./complete-city.server";
import { type City, getCityOrThrow } from "./queries.server";

/** Limit of counting before a decision, so that no request scans a large table. */
const MAX_COUNTED = 10_000;

/** A number that stops at 10,000. */
export interface CountedUpTo {
  count: number;
  isMore: boolean;
}

/** The number of rows, up to 10,000. @param rows the part after FROM */
export async function countUpTo({ db }: Pick<Deps, "db">, rows: SQL): Promise<CountedUpTo> {
  const found = await db
    .select({ count: sql<number>`count(*)` })
    .from(sql`(SELECT 1 FROM ${rows} LIMIT ${sql.raw(String(MAX_COUNTED + 1))})`)
    .get();
  const count = found?.count ?? 0;
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

/** How many events a city has: of every status, deleted ones too, which stay for 30 days. */
export const countEvents = (deps: Pick<Deps, "db">, cityId: string): Promise<CountedUpTo> =>
  countUpTo(deps, sql`events WHERE city_id = ${cityId}`);

/**
 * Deletes the file of a picture that a city no longer has, if we store it and nothing else
 * shows it.
 */
export async function deleteHero(
  deps: Deps,
  { heroImageUrl }: Pick<City, "heroImageUrl">,
): Promise<void> {
  const key = mediaKeyOf(heroImageUrl);
  if (key !== null) await deleteOnceUnused(deps, key);
}

/**
 * SQL: whether a source or an ingestion run brings events to a city. Only removals ask, so runs
 * have no index for it.
 */
const isGathered = (cityId: string) =>
  sql`(EXISTS (SELECT 1 FROM sources AS gathering WHERE gathering.city_id = ${cityId}) OR EXISTS (SELECT 1 FROM ingestion_runs AS gathering WHERE gathering.city_id = ${cityId}))`;

interface Removal {
  action: "city.deleted" | "city.merged";
  /** The city that its addresses redirect to; null for none. */
  into: City | null;
}

/** The successor city is gone, so this one stays. */
export const mergeTargetDeleted = () =>
  new AppError("conflict", [{ path: "", message: "errors:issue.mergeTargetGone" }]);

/**
 * Deletes an empty city with its venues. @returns false when it has an event, a source or an
 * ingestion run, as its batch sees it
 * @throws AppError("conflict") when the successor city is gone
 */
export async function applyCityRemoval(
  deps: Deps,
  actor: Actor,
  city: City,
  { action, into }: Removal,
): Promise<boolean> {
  const { db } = deps;
  const isHeld = sql`(EXISTS (SELECT 1 FROM events AS held WHERE held.city_id = ${city.id}) OR ${isGathered(city.id)})`;
  const ofCity = `city:${city.id}`;
  const followers = jobStatement(deps, "city.followers", {
    from: city.slug,
    into: into?.slug ?? null,
    after: null,
  });
  let isEmpty = true;
  const held = () => {
    isEmpty = false;
    return new AppError("conflict");
  };
  await runGuarded(
    deps,
    [
      db
        .update(cities)
        .set({ nameEn: sql`CASE WHEN ${isHeld} THEN NULL ELSE ${cities.nameEn} END` })
        .where(eq(cities.id, city.id)),
      // An event that has moved to another city may have kept its venue here.
      db
        .update(events)
        .set({ venueId: null })
        .where(sql`${events.venueId} IN (SELECT id FROM venues WHERE city_id = ${city.id})`),
      db.delete(venues).where(eq(venues.cityId, city.id)),
      db
        .delete(hostNames)
        .where(
          inArray(hostNames.scope, [nameScope("venue", city.id), slugScope("venue", city.id)]),
        ),
      ...(into ? aliasesInto(deps, city, into) : []),
      db.delete(cities).where(eq(cities.id, city.id)),
      // Its own, and those of its categories, which begin so: "~" comes behind "|".
      db
        .delete(facetCounts)
        .where(sql`${gte(facetCounts.facet, ofCity)} AND ${lt(facetCounts.facet, `${ofCity}~`)}`),
      auditEntry(deps, {
        actorId: actor.id,
        action,
        entity: "city",
        entityId: city.id,
        metadata: {
          before: { slug: city.slug, ...describedOf(city) },
          after: into && { slug: into.slug, id: into.id },
        },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
      followers.statement,
      bumpSiteVersion(db),
    ],
    { "cities.name_en": held, "city_aliases.city_id": mergeTargetDeleted },
  ).catch((error: unknown) => {
    if (isEmpty) throw error;
  });
  if (!isEmpty) return false;
  forgetSiteState(deps);
  enqueueJob(deps, followers.id);
  await deleteHero(deps, city);
  return true;
}

/**
 * Its slug, and those that led to it, lead to another city from now on. Null where that is gone,
 * which no alias may hold.
 */
function aliasesInto({ db, clock }: Pick<Deps, "db" | "clock">, city: City, into: City) {
  const target = sql`(SELECT id FROM cities AS target WHERE target.id = ${into.id})`;
  return [
    db.update(cityAliases).set({ cityId: target }).where(eq(cityAliases.cityId, city.id)),
    db
      .insert(cityAliases)
      .values({ slug: city.slug, cityId: target, createdAt: clock.now() })
      .onConflictDoUpdate({ target: cityAliases.slug, set: { cityId: target } }),
  ];
}

/**
 * Deletes a city that has no events, with its venues. @param slug or id
 * @throws AppError("not-found"), AppError("conflict") with how many events it has, or when sources
 * or ingestion runs bring events to it
 */
export async function deleteCity(deps: Deps, actor: Actor | null, slug: string): Promise<void> {
  assertCan(actor, "city:manage");
  const city = await getCityOrThrow(deps, slug);
  const { count } = await countEvents(deps, city.id);
  if (
    count === 0 &&
    (await applyCityRemoval(deps, actor, city, { action: "city.deleted", into: null }))
  )
    return;
  const gathered =
    count === 0 &&
    (await deps.db.get<{ is: number }>(sql`SELECT ${isGathered(city.id)} AS "is"`))?.is === 1;
  if (gathered)
    throw new AppError("conflict", [{ path: "", message: "errors:issue.cityGathered" }]);
  throw new AppError("conflict", [
    { path: "", message: "errors:issue.cityInUse", values: { count: Math.max(1, count) } },
  ]);
}
