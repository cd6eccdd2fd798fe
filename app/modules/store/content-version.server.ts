import { asc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bookmarkOf, type Database, primaryOf } from "../../../db/client";
import {
  cities,
  contentVersions,
  featureFlags,
  platformSettings,
  restoreState,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type ContentScope, cityScope } from "../../lib/pages/content-scope";
import { describeError, log } from "../../lib/runtime/log";

const KEY = "site-state";

/** The greatest age of the state that a request decides by, ms (decisions.md §7). */
const MAX_AGE = 5_000;
/**
 * The age at which the state is refreshed in the background, ms: early enough that requests of a
 * busy isolate never wait.
 */
const RENEW_AGE = 2_500;
/** The greatest age at which a kept page is still looked up by it, ms. */
const LOOKUP_AGE = 60_000;
/** How long the last known state serves while the database does not answer, ms. */
const OUTAGE = 86_400_000;

/**
 * State that nearly every request needs, read together and remembered by the isolate. Rows as
 * stored.
 */
export interface SiteState {
  /** Content versions by name: `site`, `listing`, `city:{id}`. */
  versions: ReadonlyMap<string, number>;
  settings: readonly Pick<typeof platformSettings.$inferSelect, "group" | "values">[];
  flags: readonly (typeof featureFlags.$inferSelect)[];
  /** The busiest first. */
  cities: (typeof cities.$inferSelect)[];
  /** Whether a restore has begun and not ended: then nothing is served (docs/operate.md). */
  isRestoring: boolean;
  /**
   * The D1 bookmark of the read; null without one. Content under these versions is read no earlier.
   */
  bookmark: string | null;
}

type Reader = Pick<Deps, "db" | "memo">;

/**
 * The state, up to 5 s old. @throws when it cannot be read, unless one of the last day is
 * remembered
 */
export function siteState({ db, memo }: Reader): Promise<SiteState> {
  return memo.get(KEY, MAX_AGE, () => readState(db), { staleFor: OUTAGE });
}

/**
 * The state by which kept pages are looked up: up to a minute old, since a newer one is then read
 * behind the answer.
 */
export function lookupState({ db, memo, later }: Reader & Pick<Deps, "later">): Promise<SiteState> {
  return memo.get(KEY, LOOKUP_AGE, () => readState(db), {
    staleFor: OUTAGE,
    renewAfter: RENEW_AGE,
    later,
  });
}

/** The state while it is too young to be renewed, without waiting for it; else undefined. */
export const latestState = ({ memo }: Pick<Deps, "memo">): SiteState | undefined =>
  memo.peek(KEY, RENEW_AGE);

/** For commands whose change must be visible immediately (decisions.md §7). */
export const forgetSiteState = ({ memo }: Pick<Deps, "memo">): void => memo.forget(KEY);

async function readState(db: Database): Promise<SiteState> {
  // The primary, so that a writer's isolate never caches a replica's older state.
  const primary = primaryOf(db);
  try {
    const [versions, settings, flags, allCities, unended] = await primary.batch([
      primary
        .select({ name: contentVersions.name, version: contentVersions.version })
        .from(contentVersions),
      primary
        .select({ group: platformSettings.group, values: platformSettings.values })
        .from(platformSettings),
      primary.select().from(featureFlags).orderBy(asc(featureFlags.key)),
      primary.select().from(cities),
      primary
        .select({ id: restoreState.id })
        .from(restoreState)
        .where(eq(restoreState.id, "restore")),
    ]);
    return {
      versions: new Map(versions.map(({ name, version }) => [name, version])),
      settings,
      flags,
      // Sorted here: in SQL each row is read twice.
      cities: allCities.sort(
        (a, b) => b.upcomingCount - a.upcomingCount || (a.nameEn < b.nameEn ? -1 : 1),
      ),
      isRestoring: unended.length > 0,
      bookmark: bookmarkOf(primary),
    };
  } catch (error) {
    log("warn", "site-state.unknown", describeError(error));
    throw error;
  }
}

/** The versions that a page of a scope was made under, by name. */
export type Versions = Readonly<Record<string, number>>;

/** The versions that decide whether a page of this scope is up to date. */
export function versionsOf({ versions }: SiteState, scope: ContentScope): Versions {
  return Object.fromEntries(
    [...new Set(["site", scope])].map((name) => [name, versions.get(name) ?? 0]),
  );
}

/**
 * Whether a page made under these versions is up to date. Another isolate may have made it under
 * newer ones than are known here.
 */
export function isUpToDate(made: Versions, { versions }: SiteState): boolean {
  return Object.entries(made).every(([name, version]) => version >= (versions.get(name) ?? 0));
}

/** For keys of the edge cache: another text after every change of the scope. */
export const versionKey = (state: SiteState, scope: ContentScope): string =>
  Object.values(versionsOf(state, scope)).join(".");

/**
 * A statement for the batch of a change that every public page may show: settings, flags, the
 * cities themselves.
 */
export const bumpSiteVersion = (db: Database) => bump(db, ["site"]);

/**
 * A statement for the batch of a change to these cities' events: it invalidates their pages, and
 * the lists of all cities.
 */
export const bumpCityVersions = (db: Database, cityIds: readonly string[]) =>
  bump(db, namesOf(cityIds));

/** The same where the statement before it in the batch has changed anything. */
export const bumpCityVersionsIfChanged = (db: Database, cityIds: readonly string[]) =>
  bump(db, namesOf(cityIds), sql`changes() > 0`);

/**
 * The same for the cities of these events. @param ids a query of event ids, as they are before the
 * change
 */
export const bumpVersionsOfEvents = (db: Database, ids: SQLWrapper) =>
  insertOrRaise(
    db,
    sql`SELECT DISTINCT 'city:' || city_id, 1 FROM events WHERE id IN ${ids} UNION SELECT 'listing', 1 WHERE EXISTS ${ids}`,
  );

const namesOf = (cityIds: readonly string[]): ContentScope[] => [
  "listing",
  ...[...new Set(cityIds)].map(cityScope),
];

const bump = (db: Database, names: readonly ContentScope[], condition = sql`true`) =>
  insertOrRaise(
    db,
    sql`SELECT value, 1 FROM json_each(${JSON.stringify(names)}) WHERE ${condition}`,
  );

const insertOrRaise = (db: Database, namesAndOne: SQL) =>
  db
    .insert(contentVersions)
    .select(namesAndOne)
    .onConflictDoUpdate({
      target: contentVersions.name,
      set: { version: sql`${contentVersions.version} + 1` },
    });
