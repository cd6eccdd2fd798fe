import { and, desc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import { facetCounts, organizers, venues } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { type HostKind, hostFacet } from "../../lib/event/host-keys";
import type { FramedPicture } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { type City, citiesById } from "../cities/queries.server";
import { framedPicture } from "../media/media-files";
import { hostName } from "./find-host.server";
import { hostEmblem } from "./host-emblem";

/** Next events of a place whose hosts are looked at. */
const LOOKED_AT = 80;

/** A host to look at or to follow. */
interface SuggestedHost {
  kind: HostKind;
  /** The topic of its followers. */
  topic: string;
  name: string;
  lang: Locale | undefined;
  href: string;
  picture: FramedPicture | null;
  /** The address of what stands for it without a picture. */
  emblem: string;
  /** How many events it has to come. */
  upcoming: number;
  /** Of a venue. */
  city: City | undefined;
}

interface SuggestionQuery {
  kind: HostKind;
  /** The place: the hosts of its next events. */
  facet: string;
  /** Ids of hosts that are left out. */
  without: readonly string[];
  limit: number;
}

/**
 * Hosts of what is on next at a place, those with most to come first. One walk of the facets'
 * index.
 */
export async function suggestHosts(
  deps: Pick<Deps, "db" | "memo">,
  { kind, facet, without, limit }: SuggestionQuery,
  locale: Locale,
): Promise<SuggestedHost[]> {
  const near = sql`(SELECT event_id FROM event_facets INDEXED BY event_facets_next WHERE facet = ${facet} AND is_over = 0 AND is_next = 1 ORDER BY starts_at LIMIT ${LOOKED_AT})`;
  const select = <Table extends typeof venues | typeof organizers>(
    table: Table,
    cityId: SQL<string | null>,
    ids: SQL,
  ) =>
    deps.db
      .select({
        id: table.id,
        slug: table.slug,
        nameEn: table.nameEn,
        nameFa: table.nameFa,
        imageUrl: table.imageUrl,
        imageFocus: table.imageFocus,
        cityId,
        upcoming: facetCounts.upcoming,
      })
      .from(table as typeof venues)
      .innerJoin(facetCounts, eq(facetCounts.facet, sql`${`${kind}:`} || ${table.id}`))
      .where(
        and(
          sql`${table.id} IN ${ids}`,
          eq(table.status, "listed"),
          notInArray(table.id, [...without]),
        ),
      )
      .orderBy(desc(facetCounts.upcoming), table.id)
      .limit(limit);
  const [rows, cities] = await Promise.all([
    kind === "venue"
      ? select(
          venues,
          sql`${venues.cityId}`,
          sql`(SELECT venue_id FROM events WHERE id IN ${near})`,
        )
      : select(organizers, sql`NULL`, sql`(SELECT organizer_id FROM events WHERE id IN ${near})`),
    citiesById(deps),
  ]);
  return rows.flatMap((row) => {
    const city = row.cityId === null ? undefined : cities.get(row.cityId);
    if (kind === "venue" && !city) return [];
    const { name, lang } = hostName(row, locale);
    return {
      kind,
      topic: hostFacet(kind, row.id),
      name,
      lang: lang === locale ? undefined : lang,
      href: city ? paths.venue(city.slug, row.slug) : paths.organizer(row.slug),
      picture: framedPicture(row),
      emblem: hostEmblem({ ...row, city }),
      upcoming: row.upcoming,
      city,
    };
  });
}
