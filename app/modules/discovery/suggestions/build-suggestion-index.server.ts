import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type Database, readNoEarlierThan } from "../../../../db/client";
import { eventFacets, events, organizers, venues } from "../../../../db/schema";
import { LOCALES, type Locale, localized } from "../../../i18n/locale";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { CATEGORIES } from "../../../lib/event/categories";
import { searchKey } from "../../../lib/text/search-text";
import { type City, citiesById, listCities } from "../../cities/queries.server";
import { cityName, coverOf, statedTitle } from "../../events/present/present-event.server";
import { CATEGORY_WORDS, CITY_VARIANTS } from "../../search/filter-words";
import { lookupState, versionKey } from "../../store/content-version.server";
import { createIndexBuilder, readSuggestionIndex, type SuggestionIndex } from "./suggestion-index";

/**
 * Events read at once: work between two reads stays short, so that other requests of the isolate do
 * not wait.
 */
const CHUNK = 1_000;
/** Events of an index, soonest first; bounds its size. */
const MOST_EVENTS = 20_000;
/** Length of a shown name, characters: an answer of full groups stays below 4 kB. */
const LONGEST_NAME = 80;

interface Place {
  startsAt: number;
  id: string;
}

/**
 * Listed events that are not over by their next dates, soonest first, after a place: a walk of the
 * facets' index.
 */
function upcomingEvents(db: Database, now: number, after: Place | null) {
  const isAfter = after
    ? sql`(${eventFacets.startsAt}, ${eventFacets.eventId}) > (${after.startsAt}, ${after.id})`
    : undefined;
  return db
    .select({
      id: eventFacets.eventId,
      startsAt: eventFacets.startsAt,
      endsAt: eventFacets.endsAt,
      cityId: events.cityId,
      timeZone: events.timeZone,
      lifecycle: events.lifecycle,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      venueEn: events.venueEn,
      venueFa: events.venueFa,
      organizerEn: events.organizerEn,
      organizerFa: events.organizerFa,
      imageUrl: events.imageUrl,
      categories: events.categories,
      tags: events.tags,
      venueSlug: venues.slug,
      venueAliases: venues.aliases,
      organizerSlug: organizers.slug,
      organizerAliases: organizers.aliases,
    })
    .from(eventFacets)
    .innerJoin(events, eq(events.id, eventFacets.eventId))
    .leftJoin(venues, and(eq(venues.id, events.venueId), eq(venues.status, "listed")))
    .leftJoin(
      organizers,
      and(eq(organizers.id, events.organizerId), eq(organizers.status, "listed")),
    )
    .where(
      and(
        eq(eventFacets.facet, "all"),
        eq(eventFacets.isOver, false),
        eq(eventFacets.isNext, true),
        gt(eventFacets.endsAt, now),
        isAfter,
      ),
    )
    .orderBy(asc(eventFacets.startsAt), asc(eventFacets.eventId))
    .limit(CHUNK);
}

type Row = Awaited<ReturnType<typeof upcomingEvents>>[number];

/** A venue or an organizer, with its number of events. */
interface Host {
  en: string;
  fa: string | null;
  city: City | undefined;
  /** Of its page; empty without one. */
  slug: string;
  aliases: readonly string[];
  count: number;
}

const clip = (text: string) =>
  text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1).trimEnd()}…` : text;
const languageOf = (fa: string | null, locale: Locale) => (locale === "fa" && fa ? "fa" : "en");
const namesOfCity = (city: City | undefined) => [city?.nameEn ?? "", city?.nameFa ?? ""];

/** Counts a host by its page, or by its name without one. */
function count(
  hosts: Map<string, Host>,
  en: string | null,
  host: Pick<Host, "fa" | "city" | "slug" | "aliases">,
): void {
  if (!en) return;
  const key = `${host.city?.id ?? ""} ${host.slug ? `/${host.slug}` : searchKey(en)}`;
  const known = hosts.get(key);
  if (known) known.count += 1;
  else hosts.set(key, { en, ...host, count: 1 });
}

const busiestFirst = (hosts: ReadonlyMap<string, Host>) =>
  [...hosts.values()].sort((a, b) => b.count - a.count);

/**
 * Builds the index of suggestions in a language from public data: cities, categories, and upcoming
 * listed events with their venues and organizers. Reads up to four rows per event.
 * @param version content version that the data is at least as new as
 */
export async function buildSuggestionIndex(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  locale: Locale,
  version: string,
): Promise<string> {
  const builder = createIndexBuilder();
  const now = deps.clock.now();
  for (const city of await listCities(deps)) {
    const fields = [
      city.slug,
      cityName(city, locale),
      localized({ en: city.countryEn, fa: city.countryFa }, locale),
    ];
    builder.add({
      kind: "city",
      names: [...namesOfCity(city), ...(CITY_VARIANTS[city.slug] ?? [])],
      context: [],
      fields,
    });
  }
  for (const { name, slug, fa } of CATEGORIES)
    builder.add({
      kind: "category",
      names: [name, fa, ...CATEGORY_WORDS[name]],
      context: [],
      fields: [slug, locale === "fa" ? fa : name],
    });
  const cities = await citiesById(deps);
  const places = new Map<string, Host>();
  const presenters = new Map<string, Host>();
  let after: Place | null = null;
  for (let left = MOST_EVENTS; left > 0; ) {
    const rows: Row[] = await upcomingEvents(deps.db, now, after);
    for (const row of rows) {
      const city = cities.get(row.cityId);
      count(places, row.venueEn, {
        fa: row.venueFa,
        city,
        slug: row.venueSlug ?? "",
        aliases: row.venueAliases ?? [],
      });
      count(presenters, row.organizerEn, {
        fa: row.organizerFa,
        city: undefined,
        slug: row.organizerSlug ?? "",
        aliases: row.organizerAliases ?? [],
      });
      builder.add({
        kind: "event",
        names: [row.titleEn, row.titleFa ?? ""],
        context: [
          ...namesOfCity(city),
          row.venueEn,
          row.venueFa ?? "",
          row.organizerEn ?? "",
          row.organizerFa ?? "",
        ],
        fields: [
          row.id,
          String(row.startsAt),
          String(row.endsAt),
          row.timeZone,
          clip(statedTitle(row, locale)),
          languageOf(row.titleFa, locale),
          cityName(city, locale),
          coverOf(row, "thumb"),
        ],
      });
    }
    left = rows.length < CHUNK ? 0 : left - rows.length;
    after = rows.at(-1) ?? null;
  }
  for (const { en, fa, city, slug, aliases } of busiestFirst(places))
    builder.add({
      kind: "venue",
      names: [en, fa ?? "", ...aliases],
      context: namesOfCity(city),
      fields: [
        clip(localized({ en, fa }, locale)),
        languageOf(fa, locale),
        city?.slug ?? "",
        cityName(city, locale),
        slug,
      ],
    });
  for (const { en, fa, slug, aliases } of busiestFirst(presenters))
    builder.add({
      kind: "organizer",
      names: [en, fa ?? "", ...aliases],
      context: [],
      fields: [clip(localized({ en, fa }, locale)), languageOf(fa, locale), slug],
    });
  return builder.write({ version, builtAt: now });
}

type Store = Pick<Deps, "db" | "memo" | "clock" | "later" | "media">;

/** Least time between two builds, ms: an import may change events every second. */
const REBUILD_EVERY = MINUTE / 2;

const fileOf = (locale: Locale) => `_suggestions/${locale}.txt`;

/**
 * The stored index in a language, of any content version; null without one of this build, whose
 * words and format may differ from another's.
 */
export async function readStoredIndex(
  { media }: Pick<Deps, "media">,
  build: string,
  locale: Locale,
): Promise<{ index: SuggestionIndex; text: string } | null> {
  const stored = await media.get(fileOf(locale));
  if (!stored) return null;
  const whole = await new Response(stored.body).text();
  const text = whole.slice(whole.indexOf("\n") + 1);
  return whole.startsWith(`${build}\n`) ? { index: readSuggestionIndex(text), text } : null;
}

/** The content version of all lists; what is read after it is as new. */
async function listingVersion(deps: Store): Promise<string> {
  const state = await lookupState(deps);
  readNoEarlierThan(deps.db, state.bookmark);
  return versionKey(state, "listing");
}

/** Builds the index in a language under the present content version and stores it. */
export async function storeIndex(
  deps: Store,
  build: string,
  locale: Locale,
): Promise<{ index: SuggestionIndex; text: string }> {
  const version = await listingVersion(deps);
  const text = await buildSuggestionIndex(deps, locale, version);
  const bytes = new TextEncoder().encode(`${build}\n${text}`);
  await deps.media.put(fileOf(locale), bytes, "text/plain; charset=utf-8");
  return { index: readSuggestionIndex(text), text };
}

/**
 * Each minute: stores the indexes that a change of content has made old. Building one takes half a
 * second of processor time, which no request of a visitor should spend (quality.md §1).
 */
export async function storeSuggestionIndexes(
  deps: Store,
  build: string,
): Promise<{ stored: number }> {
  const version = await listingVersion(deps);
  let stored = 0;
  for (const locale of LOCALES) {
    const known = await readStoredIndex(deps, build, locale);
    if (known?.index.version === version) continue;
    if (known && deps.clock.now() < known.index.builtAt + REBUILD_EVERY) continue;
    await storeIndex(deps, build, locale);
    stored += 1;
  }
  return { stored };
}
