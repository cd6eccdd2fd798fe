import { eq } from "drizzle-orm";
import { cities, cityAliases } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/runtime/ids";
import { siteState } from "../store/content-version.server";

export type City = typeof cities.$inferSelect;

type Reader = Pick<Deps, "db" | "memo">;

/**
 * All cities, the busiest first. The list is short and every page needs it, so isolates remember it
 * for seconds.
 */
export const listCities = async (reader: Reader): Promise<City[]> =>
  (await siteState(reader)).cities;

export async function findCityBySlug(reader: Reader, slug: string): Promise<City | undefined> {
  return (await listCities(reader)).find((city) => city.slug === slug);
}

/** The slug of the city that a former slug was merged into; null for none. */
export async function currentSlugOf(
  { db }: Pick<Deps, "db">,
  formerSlug: string,
): Promise<string | null> {
  const found = await db
    .select({ slug: cities.slug })
    .from(cityAliases)
    .innerJoin(cities, eq(cities.id, cityAliases.cityId))
    .where(eq(cityAliases.slug, formerSlug))
    .get();
  return found?.slug ?? null;
}

export const citiesById = async (reader: Reader): Promise<Map<string, City>> =>
  new Map((await listCities(reader)).map((city) => [city.id, city]));

export async function findCityById(reader: Reader, id: string): Promise<City | undefined> {
  return (await citiesById(reader)).get(id);
}

/**
 * A city read from the database, not from the isolate's memory, for commands.
 * @param slug or id @throws AppError("not-found")
 */
export async function getCityOrThrow({ db }: Pick<Deps, "db">, slug: string): Promise<City> {
  const id = slug.toLowerCase();
  const which = isUuid(id) ? eq(cities.id, id) : eq(cities.slug, slug);
  const city = await db.select().from(cities).where(which).get();
  if (!city) throw new AppError("not-found");
  return city;
}
