import { and, eq } from "drizzle-orm";
import { hostNames, organizers, venues } from "../../../db/schema";
import { type Locale, localized } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { type HostKind, slugScope } from "../../lib/event/host-keys";
import { paths } from "../../lib/paths";
import { type City, findCityById, findCityBySlug } from "../cities/queries.server";

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
