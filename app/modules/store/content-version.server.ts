import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { contentVersions } from "../../../db/schema";
import { type ContentScope, cityScope } from "../../lib/pages/content-scope";
import type { SiteState } from "./site-state.server";

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
