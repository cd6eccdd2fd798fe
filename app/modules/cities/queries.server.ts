import { asc, desc } from "drizzle-orm";
import { cities } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

export type City = typeof cities.$inferSelect;

/** How long an isolate may go on with an older list, ms. */
const STALENESS = 5_000;

type Reader = Pick<Deps, "db" | "memo">;

/** All cities, the busiest first. The list is short and every page needs it, so isolates remember it for seconds. */
export function listCities({ db, memo }: Reader): Promise<City[]> {
  return memo.get("cities", STALENESS, () => db.select().from(cities).orderBy(desc(cities.upcomingCount), asc(cities.nameEn)).all());
}

export async function findCityBySlug(reader: Reader, slug: string): Promise<City | undefined> {
  return (await listCities(reader)).find((city) => city.slug === slug);
}

export async function citiesById(reader: Reader): Promise<Map<string, City>> {
  return new Map((await listCities(reader)).map((city) => [city.id, city]));
}

export async function findCityById(reader: Reader, id: string): Promise<City | undefined> {
  return (await citiesById(reader)).get(id);
}
