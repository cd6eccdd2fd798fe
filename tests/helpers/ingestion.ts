import type { Deps } from "../../app/lib/deps";
import {
  distinctPairs,
  ingestionCandidates,
  ingestionLogs,
  ingestionRuns,
  ingestionTexts,
  keptAnswers,
  sessions,
  venues,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { emptyEvents } from "./organizers";

/** Leaves no run, event, venue, city and nobody. */
export async function emptyIngestion(deps: Pick<Deps, "db">): Promise<void> {
  const { db } = deps;
  await db.batch([
    db.delete(ingestionLogs),
    db.delete(ingestionCandidates),
    db.delete(ingestionRuns),
    db.delete(ingestionTexts),
    db.delete(distinctPairs),
    db.delete(keptAnswers),
    db.delete(sessions),
  ]);
  // Events refer to venues.
  await db.run("UPDATE events SET venue_id = NULL");
  await db.delete(venues);
  await emptyEvents(deps);
}

/** Tehran with the one venue that it is known for. Always of one id: the Worker under test remembers cities for seconds. */
export async function addTehran({ db }: Pick<Deps, "db">) {
  const city = await createCity(db, { id: "019b0000-0000-7000-9000-0000000000aa", slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
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
