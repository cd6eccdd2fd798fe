import { and, asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { cities, facetCounts, hostNames, organizers, venues } from "../../../db/schema";
import { type Locale, listOf, localized } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { type HostKind, slugScope } from "../../lib/event/host-keys";
import { decodeCursor, encodeCursor } from "../../lib/http/cursor";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { searchKey } from "../../lib/text/search-text";
import { type City, findCityById, findCityBySlug } from "../cities/queries.server";
import { cityName } from "../events/present/present-event.server";

export type VenueRow = typeof venues.$inferSelect;
export type OrganizerRow = typeof organizers.$inferSelect;

/** A venue with its city, or an organizer, which has none. */
export type Host =
  | { kind: "venue"; row: VenueRow; city: City }
  | { kind: "organizer"; row: OrganizerRow; city: null };

/** Where a host is looked for: the slugs of its address. */
export interface HostAddress {
  /** Null for an organizer. */
  citySlug: string | null;
  slug: string;
}

/** The listed host of an address, by its present or a former slug; null for none. */
export async function findHost(
  deps: Pick<Deps, "db" | "memo">,
  { citySlug, slug }: HostAddress,
): Promise<Host | null> {
  const city = citySlug === null ? null : await findCityBySlug(deps, citySlug);
  if (city === undefined) return null;
  const isCalled = (kind: HostKind) =>
    and(eq(hostNames.scope, slugScope(kind, city?.id ?? "")), eq(hostNames.key, slug));
  if (city) {
    const found = await deps.db
      .select({ row: venues })
      .from(hostNames)
      .innerJoin(venues, eq(venues.id, hostNames.hostId))
      .where(and(isCalled("venue"), eq(venues.status, "listed")))
      .get();
    return found ? { kind: "venue", row: found.row, city } : null;
  }
  const found = await deps.db
    .select({ row: organizers })
    .from(hostNames)
    .innerJoin(organizers, eq(organizers.id, hostNames.hostId))
    .where(and(isCalled("organizer"), eq(organizers.status, "listed")))
    .get();
  return found ? { kind: "organizer", row: found.row, city: null } : null;
}

/** A listed host by its id; null for none. */
export async function findListedHost(
  deps: Pick<Deps, "db" | "memo">,
  kind: HostKind,
  id: string,
): Promise<Host | null> {
  if (kind === "organizer") {
    const row = await deps.db
      .select()
      .from(organizers)
      .where(and(eq(organizers.id, id), eq(organizers.status, "listed")))
      .get();
    return row ? { kind, row, city: null } : null;
  }
  const row = await deps.db
    .select()
    .from(venues)
    .where(and(eq(venues.id, id), eq(venues.status, "listed")))
    .get();
  const city = row && (await findCityById(deps, row.cityId));
  return city ? { kind, row, city } : null;
}

/** The name in the reader's language, and the language it is in. */
export function hostName(
  { nameEn, nameFa }: Pick<VenueRow, "nameEn" | "nameFa">,
  locale: Locale,
): { name: string; lang: Locale } {
  return {
    name: localized({ en: nameEn, fa: nameFa }, locale),
    lang: locale === "fa" && nameFa ? "fa" : "en",
  };
}

/** The page of a host. */
export const hostPath = (
  { kind, row, city }: Host,
  query?: Parameters<typeof paths.organizer>[1],
): string =>
  kind === "venue" ? paths.venue(city.slug, row.slug, query) : paths.organizer(row.slug, query);

export type VenueHost = Extract<Host, { kind: "venue" }>;

export const venueStreet = ({ row }: VenueHost, locale: Locale): string =>
  localized({ en: row.addressEn ?? "", fa: row.addressFa }, locale).trim();

/** The address, with the city where the address does not name it. */
export function venuePlace(host: VenueHost, locale: Locale): string {
  const street = venueStreet(host, locale);
  const city = cityName(host.city, locale);
  return street.includes(city) ? street : listOf(locale, [street, city]);
}

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
