import { and, asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { cities, facetCounts, organizers, venues } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { HostKind } from "../../lib/event/host-keys";
import { decodeCursor, encodeCursor } from "../../lib/http/cursor";
import { type Actor, assertCan } from "../../lib/permissions";
import { searchKey } from "../../lib/text/search-text";

const SHOWN = 50;
const Position = v.strictTuple([
  v.pipe(v.string(), v.maxLength(300)),
  v.pipe(v.string(), v.maxLength(40)),
]);

interface HostListQuery {
  kind: HostKind;
  /** Part of a name or an alias. */
  q: string;
  cursor: string | null;
}

/**
 * Venues or organizers for staff, by English name: a walk of the index by name. @throws
 * AppError("bad-request") for a cursor that is not ours
 */
export async function listHosts(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  { kind, q, cursor }: HostListQuery,
) {
  assertCan(actor, "host:manage");
  const table = kind === "venue" ? venues : organizers;
  const words = searchKey(q);
  const [name, id] = cursor === null ? ["", ""] : decodeCursor(Position, cursor);
  const rows = await db
    .select({
      id: table.id,
      nameEn: table.nameEn,
      nameFa: table.nameFa,
      status: table.status,
      cityEn: kind === "venue" ? cities.nameEn : sql<string | null>`NULL`,
      cityFa: kind === "venue" ? cities.nameFa : sql<string | null>`NULL`,
      upcoming: sql<number>`coalesce((SELECT ${facetCounts.upcoming} FROM ${facetCounts} WHERE ${facetCounts.facet} = ${`${kind}:`} || ${table.id}), 0)`,
    })
    .from(table)
    .leftJoin(cities, kind === "venue" ? eq(cities.id, venues.cityId) : sql`0`)
    .where(
      and(
        cursor === null ? undefined : sql`(${table.nameEn}, ${table.id}) > (${name}, ${id})`,
        words ? sql`instr(${table.searchKey}, ${words}) > 0` : undefined,
      ),
    )
    .orderBy(asc(table.nameEn), asc(table.id))
    .limit(SHOWN + 1);
  const items = rows.slice(0, SHOWN);
  const last = items.at(-1);
  return {
    items,
    nextCursor: last && rows.length > SHOWN ? encodeCursor([last.nameEn, last.id]) : null,
  };
}
