import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { type EventValues, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { titleKey } from "../../lib/search-text";
import type { City } from "../cities/queries.server";

/** More than these nobody looks through. */
const SHOWN = 3;

/**
 * The statement that finds what may be the same event: of the same city, title and local day (decisions.md §3). Of what
 * is not public it finds the author's own alone. Null while one of the three is not known.
 */
export function duplicatesStatement(
  { db }: Pick<Deps, "db">,
  values: Pick<EventValues, "title" | "startsAt">,
  city: City | undefined,
  { id, authorId }: { id: string | null; authorId: string },
) {
  const key = titleKey(values.title.en ?? "");
  if (!city || key === "" || values.startsAt === null) return null;
  return {
    statement: db
      .select({ id: events.id, titleEn: events.titleEn, titleFa: events.titleFa, startsAt: events.startsAt, timeZone: events.timeZone })
      .from(events)
      .where(
        and(
          eq(events.cityId, city.id),
          eq(events.localDay, values.startsAt.slice(0, 10)),
          eq(events.titleKey, key),
          isNull(events.deletedAt),
          or(eq(events.isListed, true), and(eq(events.creatorId, authorId), inArray(events.status, ["pending", "approved", "flagged"]))),
          id === null ? undefined : ne(events.id, id),
        ),
      )
      .limit(SHOWN),
  } as const;
}
