import { and, eq, sql } from "drizzle-orm";
import type { Deps } from "../../app/lib/deps";
import { CATEGORIES, type Category, findCategory } from "../../app/lib/event/categories";
import { lookupKeys, nameScope } from "../../app/lib/event/host-keys";
import { searchKey } from "../../app/lib/text/search-text";
import { type City, listCities } from "../../app/modules/cities/queries.server";
import { citiesNamed } from "../../app/modules/cities/search-cities.server";
import { hostNames, venues } from "../../db/schema";

/** What the caller named is not known; the message tells a model what to do instead. */
export class UnknownName extends Error {}

type Reader = Pick<Deps, "db" | "memo">;

/** The city of a slug or of a name in either language. @throws UnknownName */
export async function cityNamed(deps: Reader, name: string): Promise<City> {
  const cities = await listCities(deps);
  const slug = cities.find((city) => city.slug === name.trim().toLowerCase());
  const named = slug ? [slug] : citiesNamed(cities, name);
  const [city] = named;
  if (searchKey(name) && city && (named.length === 1 || isCalled(city, name))) return city;
  throw new UnknownName(
    named.length > 1 && named.length < cities.length
      ? `city: "${name}" may be ${named.map(({ slug: one }) => one).join(", ")}. Call again with one of them.`
      : `city: There is no city "${name}" here. Call list_cities for all of them.`,
  );
}

const isCalled = ({ nameEn, nameFa }: City, name: string) =>
  [nameEn, nameFa ?? ""].some((one) => searchKey(one) === searchKey(name));

/** The category of a slug or of a name in either language. @throws UnknownName */
export function categoryNamed(name: string): Category {
  const found =
    findCategory(name) ?? CATEGORIES.find(({ fa }) => searchKey(fa) === searchKey(name));
  if (found) return found;
  throw new UnknownName(
    `category: There is no category "${name}". There are: ${CATEGORIES.map((one) => one.name).join(", ")}. Other words go into the query of search_events.`,
  );
}

/** The listed venue of a name in either language, in a city or anywhere. @throws UnknownName */
export async function venueNamed(
  { db, memo }: Reader,
  name: string,
  city: City | null,
): Promise<{ venue: typeof venues.$inferSelect; city: City }> {
  const cities = await listCities({ db, memo });
  const scopes = (city ? [city] : cities).map(({ id }) => nameScope("venue", id));
  const keys = lookupKeys("venue", [name]);
  const found = await db
    .select({ venue: venues })
    .from(
      sql`json_each(${JSON.stringify(scopes)}) AS scope CROSS JOIN json_each(${JSON.stringify(keys)}) AS wanted`,
    )
    .innerJoin(
      hostNames,
      and(sql`${hostNames.scope} = scope.value`, sql`${hostNames.key} = wanted.value`),
    )
    .innerJoin(venues, and(eq(venues.id, hostNames.hostId), eq(venues.status, "listed")))
    .orderBy(sql`wanted.key`)
    .limit(2);
  const [first, second] = found;
  const its = first && cities.find(({ id }) => id === first.venue.cityId);
  if (first && its && (city || !second || second.venue.id === first.venue.id))
    return { venue: first.venue, city: its };
  throw new UnknownName(
    first
      ? `venue: "${name}" is in more than one city. Call again with the city too.`
      : `venue: There is no venue "${name}" here. Call search_events with the name as the query.`,
  );
}
