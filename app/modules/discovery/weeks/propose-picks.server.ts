import { sql } from "drizzle-orm";
import { events } from "../../../../db/schema";
import type { InstantRange } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";

/** Picks of a week. */
export const TEN = 10;
/** Events that one category may have among a proposal, and one venue. */
const OF_CATEGORY = 3;
const OF_VENUE = 1;
/** Dates of a week that are scanned. */
const SCANNED = 1_500;

/** An event that a proposal chooses from. */
export interface PickCandidate {
  id: string;
  startsAt: number;
  popularity: number;
  isFeatured: boolean;
  /** Its picture is a photo, not a drawn cover. */
  hasPicture: boolean;
  category: string;
  venue: string;
  /** Whether it was a pick of the week before. */
  isRepeated: boolean;
}

/** Higher is better: popularity most; a photo and an editor's star count as a few saves. */
const scoreOf = ({ popularity, isFeatured, hasPicture, isRepeated }: PickCandidate): number =>
  3 * Math.log2(1 + popularity) +
  (isFeatured ? 4 : 0) +
  (hasPicture ? 1 : 0) -
  (isRepeated ? 5 : 0);

/**
 * The best events of a week by score, of different venues and not more than three of a category, in
 * order of score. What those limits leave out fills up a list that would be shorter.
 */
export function choosePicks(candidates: readonly PickCandidate[], count = TEN): string[] {
  const ranked = [...candidates].sort(
    (a, b) => scoreOf(b) - scoreOf(a) || a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1),
  );
  const taken = new Map<string, number>();
  const isRoom = (key: string, limit: number) => (taken.get(key) ?? 0) < limit;
  const chosen = ranked.filter(({ category, venue }) => {
    if (
      !isRoom(`category ${category}`, OF_CATEGORY) ||
      (venue !== "" && !isRoom(`venue ${venue}`, OF_VENUE))
    )
      return false;
    for (const key of [`category ${category}`, `venue ${venue}`])
      taken.set(key, (taken.get(key) ?? 0) + 1);
    return true;
  });
  const others = ranked.filter((candidate) => !chosen.includes(candidate));
  return [...chosen, ...others].slice(0, count).map(({ id }) => id);
}

/**
 * The listed, scheduled events of a city that begin in a week, each once. @param before the id of
 * the week before
 */
export async function candidatesOf(
  { db }: Pick<Deps, "db">,
  cityId: string,
  { from, to }: InstantRange,
): Promise<PickCandidate[]> {
  const dates = sql`SELECT event_id, min(starts_at) AS starts_at FROM (SELECT event_id, starts_at FROM event_facets
    WHERE facet = ${`city:${cityId}`} AND is_over = 0 AND starts_at >= ${from} AND starts_at < ${to} ORDER BY starts_at LIMIT ${SCANNED}) GROUP BY event_id`;
  const rows = await db
    .select({
      id: events.id,
      startsAt: sql<number>`found.starts_at`.as("starts_at"),
      popularity: events.popularity,
      isFeatured: events.isFeatured,
      imageUrl: events.imageUrl,
      categories: events.categories,
      venue: events.venueEn,
      isRepeated:
        sql<number>`EXISTS (SELECT 1 FROM city_week_picks p JOIN city_weeks w ON w.id = p.week_id WHERE p.event_id = ${events.id} AND w.city_id = ${cityId} AND w.first_day < date(${from} / 1000, 'unixepoch'))`.as(
          "is_repeated",
        ),
    })
    .from(sql`(${dates}) AS found`)
    .crossJoin(events)
    .where(
      sql`${events.id} = found.event_id AND ${events.lifecycle} = 'scheduled' AND ${events.soldOut} = 0`,
    );
  return rows.map(({ imageUrl, categories, venue, isRepeated, ...row }) => ({
    ...row,
    hasPicture: imageUrl !== null,
    category: categories[0] ?? "",
    venue: venue ?? "",
    isRepeated: isRepeated === 1,
  }));
}
