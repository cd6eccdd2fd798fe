import type { Deps } from "../../app/lib/deps";
import { venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { emptyDatabase } from "./empty-database";

/** Deletes all rows. */
export const emptyIngestion: (deps: Pick<Deps, "db">) => Promise<void> = emptyDatabase;

/**
 * Inserts Tehran with one known venue. The id is fixed, since the Worker under test caches cities
 * for seconds.
 */
export async function addTehran({ db }: Pick<Deps, "db">) {
  const city = await createCity(db, {
    id: "019b0000-0000-7000-9000-0000000000aa",
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  await db.insert(venues).values({
    id: "019b0000-0000-7000-d000-000000000001",
    cityId: city.id,
    nameEn: "Vahdat Hall",
    nameFa: "تالار وحدت",
    addressEn: "Ostad Shahriar St.",
    addressFa: "خیابان استاد شهریار",
    latitude: 35.7003,
    longitude: 51.4108,
    searchKey: "vahdat hall",
    createdAt: 0,
    updatedAt: 0,
  });
  return city;
}
