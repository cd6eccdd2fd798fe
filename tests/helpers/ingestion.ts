import type { Deps } from "../../app/lib/deps";
import type { StartRun } from "../../app/modules/ingestion/schema";
import { distinctPairs, ingestionCandidates, ingestionLogs, ingestionRuns, ingestionTexts, venues } from "../../db/schema";
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
  ]);
  // Events refer to venues.
  await db.run("UPDATE events SET venue_id = NULL");
  await db.delete(venues);
  await emptyEvents(deps);
}

/** Tehran with the one venue that it is known for. */
export async function addTehran({ db }: Pick<Deps, "db">) {
  const city = await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
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

const TITLES = ["Setar", "Kamancheh", "Puppet Theater", "Photography Workshop", "Jazz Night", "Book Club", "Film Screening", "Food Market"];
const VENUES = ["Vahdat Hall", "Roudaki Hall", "Azadi Tower", "Cafe Naderi", "Niavaran House"];

/** An entry as assistants write it, unlike all others of other numbers. */
export const answered = (number: number, changes: Record<string, unknown> = {}) => ({
  title: `${TITLES[number % TITLES.length]} with Guest ${String.fromCharCode(65 + (number % 26))}${number}`,
  description: "An evening that is announced here for the sake of a test.",
  category: "Concert",
  date: `2026-12-${String(10 + (number % 20)).padStart(2, "0")}`,
  time: `${String(9 + (Math.floor(number / 20) % 12)).padStart(2, "0")}:${number % 2 === 0 ? "00" : "30"}`,
  price: "450,000 toman",
  venue: `${VENUES[number % VENUES.length]} ${Math.floor(number / 100) || ""}`.trim(),
  url: `https://tickets.example.org/events/${number}`,
  ...changes,
});

/** What a run of these entries is started with. */
export const startOf = (entries: readonly unknown[], changes: Partial<StartRun> = {}): StartRun => ({
  source: "ai-agent",
  city: "tehran",
  rawResponse: `Here you are:\n\`\`\`json\n${JSON.stringify({ events: entries })}\n\`\`\``,
  events: [],
  config: { categories: [] },
  metadata: { month: "2026-12", aiProvider: "claude" },
  ...changes,
});
