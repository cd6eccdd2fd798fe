import { and, eq, inArray, sql } from "drizzle-orm";
import { collectionEvents, collections } from "../../../../db/schema";
import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { TextKey } from "../../../i18n/translate";
import { type Reader, toIsoWithOffset } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import type { CoverEvent } from "../../../lib/drawing/cover";
import { type CoverForm, coverPath, eventCover } from "../../../lib/drawing/cover-address";
import { CATEGORIES, findCategory } from "../../../lib/event/categories";
import type { EventValues, NameOfType, TraitKey } from "../../../lib/event/event-fields";
import type { Position } from "../../../lib/geo/geo";
import type { CategoryView, EventCardView } from "../../../lib/pages/views";
import { paths } from "../../../lib/paths";
import { remembered } from "../../../lib/runtime/remembered";
import { formatNumber } from "../../../lib/text/money";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import type { EventListRow } from "../event-columns.server";
import { distanceFrom } from "../list/paginate-events.server";
import { eventFacts } from "./event-facts.server";
import { zoneNote } from "./event-times.server";

/** One object a category and language, so that a page with many of a category sends it once. */
export const categoryView = remembered(
  2 * CATEGORIES.length,
  (name: string, locale: Locale): CategoryView | null => {
    const category = findCategory(name);
    if (!category) return null;
    const { slug, family, icon } = category;
    const label = locale === "fa" ? category.fa : category.name;
    return { name: category.name, slug, label, family, icon };
  },
);

/**
 * The title, after "Postponed: " or "Cancelled: " where the event is: for places that show nothing
 * but a title.
 */
export function statedTitle(
  event: Pick<EventListRow, "titleEn" | "titleFa" | "lifecycle">,
  locale: Locale,
): string {
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
  if (event.lifecycle === "scheduled") return title;
  const t = translatorFor(locale);
  return t("events:stated", { state: t(`events:${event.lifecycle}`), title });
}

export function cityName(
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
): string {
  return city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : "";
}

/** The picture of an event: its own, or the cover that its words and id draw. */
export function coverOf(
  event: Pick<EventListRow, "imageUrl"> & CoverEvent,
  form?: CoverForm,
): string {
  return shownPicture(event.imageUrl) ?? drawnCover(event, form);
}

/** The cover that is drawn for an event without a picture. */
export const drawnCover = (event: CoverEvent, form?: CoverForm): string =>
  coverPath(eventCover(event, form));

/** The picture of values that are no event yet. @param id of their draft or candidate */
export const coverOfValues = (
  id: string,
  {
    imageUrl,
    title,
    tags,
    categories,
  }: Pick<EventValues, "imageUrl" | "title" | "tags" | "categories">,
): string =>
  coverOf({ id, imageUrl, titleEn: title.en ?? "", titleFa: title.fa, tags, categories });

/** Kilometres as people say them: one decimal below 10, none above. */
export function formatDistance(km: number, locale: Locale): string {
  return translatorFor(locale)("events:distance", {
    km: formatNumber(km, locale, { maximumFractionDigits: km < 10 ? 1 : 0 }),
  });
}

interface CardContext extends Reader {
  now: number;
  cities: ReadonlyMap<string, City>;
  /** The reader's zone; absent or null when unknown, as on shared cached pages. */
  readerZone?: string | null;
  /** Distances are shown from here. */
  center?: Position | null;
  /** The reader's saved events among those shown; null for visitors. */
  saved: ReadonlySet<string> | null;
}

/** An event as a card: in the reader's language and calendar, in the event's own wall time. */
export function presentCard(
  event: EventListRow,
  { locale, calendar, now, cities, center, saved, readerZone = null }: CardContext,
): EventCardView {
  const t = translatorFor(locale);
  const { startsAt, timeZone } = event;
  const city = cities.get(event.cityId);
  const facts = eventFacts(event, { locale, calendar, now, city }).live();
  const km = center ? distanceFrom(center, event) : Number.POSITIVE_INFINITY;
  const state = event.lifecycle === "scheduled" && event.soldOut ? "sold-out" : event.lifecycle;
  return {
    id: event.id,
    href: paths.event(event.id),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && event.titleFa ? "fa" : "en",
    cover: coverOf(event),
    ...(event.imageFocus !== "center" && { focus: event.imageFocus }),
    category: event.categories[0] ? categoryView(event.categories[0], locale) : null,
    startsAt: toIsoWithOffset(startsAt, timeZone),
    tile: facts.tile,
    time: facts.time,
    ...(facts.times && { times: facts.times }),
    when: facts.beside,
    ...(facts.aside && { aside: facts.aside, isOpen: facts.isOpen }),
    ...(facts.more && { more: facts.more }),
    ...(facts.follows && { follows: facts.follows }),
    zone: event.allDay ? null : zoneNote(event, city, locale, readerZone),
    ...placeOf(event, city, locale),
    price: facts.price,
    ...(facts.priceOfDay !== facts.price && { priceOfDay: facts.priceOfDay }),
    ...(facts.soldOut && { soldOut: facts.soldOut }),
    note: Number.isFinite(km) ? formatDistance(km, locale) : null,
    saved: savedText(event, locale),
    isSaved: saved?.has(event.id) ?? null,
    state,
    stateLabel: state === "scheduled" ? null : t(`events:${state}`),
  };
}

/** Whether a text says a word of its own: «تهران» in «تالار تهران», not in «تهرانی». */
function namesCity(text: string, name: string): boolean {
  const at = text.indexOf(name);
  const isEnd = (letter: string) => !/[\p{L}\p{N}\u200c]/u.test(letter);
  return (
    name !== "" && at >= 0 && isEnd(text.charAt(at - 1)) && isEnd(text.charAt(at + name.length))
  );
}

/**
 * Venue and city, each once: "City Theater of Tehran" names its city. An online event is in no
 * city.
 */
export function placeOf(
  event: Pick<EventListRow, "venueEn" | "venueFa" | "attendance">,
  city: City | undefined,
  locale: Locale,
): { venue: string; city: string } {
  const venue = placeName(event, locale);
  const name = event.attendance === "online" ? "" : cityName(city, locale);
  return { venue, city: namesCity(venue, name) ? "" : name };
}

/** The venue; "Online" for an online event without one. */
function placeName(
  event: Pick<EventListRow, "venueEn" | "venueFa" | "attendance">,
  locale: Locale,
): string {
  const venue = localized({ en: event.venueEn, fa: event.venueFa }, locale);
  return venue === "" && event.attendance === "online"
    ? choiceText("attendance", "online", locale)
    : venue;
}

/** The label of a key of a closed list; empty for none. */
export function choiceText(
  name: NameOfType<"choice">,
  key: EventValues[typeof name],
  locale: Locale,
): string {
  return key === null ? "" : translatorFor(locale)(`events:${name}.${key}` as TextKey);
}

/** Traits with their labels, as options of ticks. */
export function presentTraits(keys: readonly TraitKey[], locale: Locale) {
  const t = translatorFor(locale);
  return keys.map((key) => ({ value: key, label: t(`events:trait.${key}`) }));
}

/** "214 saved" from the first save on; null shows nothing. The only place that decides this. */
export function savedText({ saveCount }: { saveCount: number }, locale: Locale): string | null {
  return saveCount > 0 ? translatorFor(locale)("events:saved", { count: saveCount }) : null;
}

/** The user whose hearts are filled; null for visitors, without a query. */
export type Saver = { id: string } | null;

/**
 * Which of these events a user has saved, in one round trip; null for visitors, whose pages are
 * shared.
 */
export async function savedAmong(
  { db }: Pick<Deps, "db">,
  saver: Saver,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (!saver) return null;
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: collectionEvents.eventId })
    .from(collections)
    .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
    .where(
      and(
        eq(collections.ownerId, saver.id),
        eq(collections.isDefault, true),
        inArray(
          collectionEvents.eventId,
          sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        ),
      ),
    );
  return new Set(found.map(({ id }) => id));
}
