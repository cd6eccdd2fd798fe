import { searchKey } from "../../app/lib/text/search-text";
import type { Database } from "../../db/client";
import { cities } from "../../db/schema";

type CityRow = typeof cities.$inferInsert;

let count = 0;

/** Inserts a city with values of Tehran by default. */
export async function createCity(db: Database, changes: Partial<CityRow> = {}): Promise<CityRow> {
  count += 1;
  const nameEn = changes.nameEn ?? `City ${count}`;
  const row: CityRow = {
    id: `019b0000-0000-7000-9000-${String(count).padStart(12, "0")}`,
    slug: `city-${count}`,
    nameEn,
    nameFa: null,
    countryCode: "IR",
    countryEn: "Iran",
    countryFa: "ایران",
    timeZone: "Asia/Tehran",
    latitude: 35.7,
    longitude: 51.4,
    searchKey: searchKey(nameEn),
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  };
  await db.insert(cities).values(row);
  return row;
}
