import type { Deps } from "../../app/lib/deps";
import { sourceItems, sources } from "../../db/schema";

type SourceRow = typeof sources.$inferInsert;
type SourceItemRow = typeof sourceItems.$inferInsert;

/** Stores a source: a hall's calendar, read every six hours, by default. */
export async function createSource(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  { cityId, creatorId, ...changes }: Partial<SourceRow> & Pick<SourceRow, "cityId" | "creatorId">,
): Promise<string> {
  const id = changes.id ?? ids.next();
  const now = clock.now();
  const { url = "https://hall.example/a.ics" } = changes;
  await db.insert(sources).values({
    id,
    name: "A hall’s calendar",
    kind: "ical",
    url,
    host: new URL(url).host,
    cityId,
    otherCityIds: [],
    everyMinutes: 360,
    dueAt: now,
    creatorId,
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
  return id;
}

/** Stores an entry of a source, which by default states nothing. Its key is its id. */
export async function createSourceItem(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  {
    sourceId,
    cityId,
    ...changes
  }: Partial<SourceItemRow> & Pick<SourceItemRow, "sourceId" | "cityId">,
): Promise<string> {
  const id = changes.id ?? ids.next();
  const now = clock.now();
  await db.insert(sourceItems).values({
    id,
    sourceId,
    key: id,
    title: id,
    cityId,
    values: {},
    hash: "h",
    snippet: "S",
    checkId: "check",
    firstSeenAt: now,
    changedAt: now,
    ...changes,
  });
  return id;
}
