import { and, asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { decodeCursor, encodeCursor } from "../../lib/http/cursor";
import { citiesById } from "../cities/queries.server";
import type { VenueHost } from "./find-host.server";

const Position = v.strictTuple([
  v.pipe(v.string(), v.maxLength(300)),
  v.pipe(v.string(), v.maxLength(40)),
]);

interface VenueListQuery {
  /** Null for all cities. */
  cityId: string | null;
  cursor: string | null;
  limit: number;
}

/**
 * Listed venues by English name: a walk of an index by name. @throws AppError("bad-request") for a
 * cursor that is not ours
 */
export async function listVenues(
  deps: Pick<Deps, "db" | "memo">,
  { cityId, cursor, limit }: VenueListQuery,
): Promise<{ hosts: VenueHost[]; nextCursor: string | null }> {
  const after = cursor === null ? null : decodeCursor(Position, cursor);
  const [rows, known] = await Promise.all([
    deps.db
      .select()
      .from(venues)
      .where(
        and(
          eq(venues.status, "listed"),
          cityId === null ? undefined : eq(venues.cityId, cityId),
          after ? sql`(${venues.nameEn}, ${venues.id}) > (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(asc(venues.nameEn), asc(venues.id))
      .limit(limit + 1),
    citiesById(deps),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    hosts: shown.flatMap((row) => {
      const city = known.get(row.cityId);
      return city ? [{ kind: "venue" as const, row, city }] : [];
    }),
    nextCursor: last && rows.length > limit ? encodeCursor([last.nameEn, last.id]) : null,
  };
}
