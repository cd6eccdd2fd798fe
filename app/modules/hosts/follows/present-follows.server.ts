import { eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  cities,
  events,
  FOLLOW_FREQUENCIES,
  type FollowFrequency,
  organizers,
  venues,
} from "../../../../db/schema";
import { type Locale, type LocalizedText, listOf, localized } from "../../../i18n/locale";
import { LocalizedTextJson } from "../../../i18n/localized-json";
import type { Deps } from "../../../lib/deps";
import { findCategory } from "../../../lib/event/categories";
import { FOLLOW_KINDS, type FollowKind, readFollowTopic } from "../../../lib/event/follow-topics";
import { paths } from "../../../lib/paths";
import type { FollowRow } from "./follow.server";

/** Kind and target of a follow. */
interface NamedFollow {
  kind: FollowKind;
  name: LocalizedText;
  /** The page of its subject; null when it has none now. */
  href: string | null;
}

/** A follow as pages show it. */
export interface FollowView extends Omit<NamedFollow, "name"> {
  topic: string;
  name: string;
  frequency: FollowFrequency;
}

export const FollowJson = v.pipe(
  v.object({
    id: v.string(),
    kind: v.picklist(FOLLOW_KINDS),
    name: LocalizedTextJson,
    page: v.nullable(v.string()),
    frequency: v.picklist(FOLLOW_FREQUENCIES),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "Follow" }),
);
export type FollowJson = v.InferOutput<typeof FollowJson>;

/** With names of their own: D1 returns one of two columns of a name. */
const OF_CITY = {
  slug: sql<string>`${cities.slug}`.as("city_slug"),
  en: sql<string>`${cities.nameEn}`.as("city_en"),
  fa: sql<string | null>`${cities.nameFa}`.as("city_fa"),
};

/**
 * Names and pages of follows, in the same order; without those whose subject is gone. One round
 * trip.
 */
async function nameFollows<Row extends Pick<FollowRow, "topic" | "label">>(
  { db }: Pick<Deps, "db">,
  rows: readonly Row[],
): Promise<{ row: Row; named: NamedFollow }[]> {
  if (rows.length === 0) return [];
  const idsOf = (kind: FollowKind) =>
    sql`(SELECT value FROM json_each(${JSON.stringify(
      rows.flatMap(({ topic }) => {
        const subject = readFollowTopic(topic);
        return subject?.kind === kind && "id" in subject ? [subject.id] : [];
      }),
    )}))`;
  const host = <Table extends typeof venues | typeof organizers>(table: Table) => ({
    id: table.id,
    nameEn: table.nameEn,
    nameFa: table.nameFa,
    slug: table.slug,
    status: table.status,
  });
  const [ofVenues, ofOrganizers, ofSeries] = await db.batch([
    db
      .select({ ...host(venues), city: OF_CITY.slug, cityEn: OF_CITY.en, cityFa: OF_CITY.fa })
      .from(venues)
      .innerJoin(cities, eq(cities.id, venues.cityId))
      .where(inArray(venues.id, idsOf("venue"))),
    db
      .select(host(organizers))
      .from(organizers)
      .where(inArray(organizers.id, idsOf("organizer"))),
    db
      .select({ id: events.id, en: events.titleEn, fa: events.titleFa, isListed: events.isListed })
      .from(events)
      .where(inArray(events.id, idsOf("series"))),
  ]);
  return rows.flatMap((row) => {
    const subject = readFollowTopic(row.topic);
    if (!subject) return [];
    const of = (name: LocalizedText, href: string | null) => [
      { row, named: { kind: subject.kind, name, href } },
    ];
    const labelled = row.label ?? { en: "", fa: null };
    switch (subject.kind) {
      case "venue": {
        const found = ofVenues.find(({ id }) => id === subject.id);
        if (!found) return [];
        const name = { en: found.nameEn, fa: found.nameFa };
        const city = { en: found.cityEn, fa: found.cityFa };
        return of(
          {
            en: listOf("en", [name.en, city.en]),
            fa: name.fa && listOf("fa", [name.fa, localized(city, "fa")]),
          },
          found.status === "listed" ? paths.venue(found.city, found.slug) : null,
        );
      }
      case "organizer": {
        const found = ofOrganizers.find(({ id }) => id === subject.id);
        return found
          ? of(
              { en: found.nameEn, fa: found.nameFa },
              found.status === "listed" ? paths.organizer(found.slug) : null,
            )
          : [];
      }
      case "category":
        return of(
          labelled,
          paths.category(findCategory(subject.category)?.slug ?? "", { city: subject.city }),
        );
      case "series": {
        const found = ofSeries.find(({ id }) => id === subject.id);
        return found
          ? of({ en: found.en, fa: found.fa }, found.isListed ? paths.event(found.id) : null)
          : [];
      }
      default:
        return of(labelled, `${paths.events()}?${subject.query}`);
    }
  });
}

/** Follows in the reader's language, in the same order; without those whose subject is gone. */
export async function presentFollows(
  deps: Pick<Deps, "db">,
  rows: readonly FollowRow[],
  locale: Locale,
): Promise<FollowView[]> {
  return (await nameFollows(deps, rows)).map(
    ({ row: { topic, frequency }, named: { kind, name, href } }) => ({
      topic,
      kind,
      name: localized(name, locale),
      href,
      frequency,
    }),
  );
}

/** Follows as the API returns them, in the same order; without those whose subject is gone. */
export async function followsJson(
  deps: Pick<Deps, "db">,
  rows: readonly FollowRow[],
): Promise<FollowJson[]> {
  return (await nameFollows(deps, rows)).map(
    ({ row: { id, frequency, createdAt }, named: { kind, name, href } }) => ({
      id,
      kind,
      name,
      page: href,
      frequency,
      createdAt: new Date(createdAt).toISOString(),
    }),
  );
}
