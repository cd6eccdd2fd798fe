import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { TextKey } from "../../../i18n/translate";
import {
  dateParts,
  formatDate,
  formatOffset,
  formatTime,
  hasDifferentOffset,
  localDay,
  type Reader,
  toIsoWithOffset,
} from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import type { CoverEvent } from "../../../lib/drawing/cover";
import { type CoverForm, coverPath, eventCover } from "../../../lib/drawing/cover-address";
import { CATEGORIES, findCategory } from "../../../lib/event/categories";
import type { EventValues, NameOfType, TraitKey } from "../../../lib/event/event-fields";
import type { Position } from "../../../lib/geo/geo";
import type { CategoryView, EventCardView } from "../../../lib/pages/views";
import { paths } from "../../../lib/paths";
import { remembered } from "../../../lib/runtime/remembered";
import { formatNumber, formatPrice } from "../../../lib/text/money";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import { takesPlace } from "../../schedule/expand-schedule.server";
import { hoursText } from "../../schedule/format-opening-hours.server";
import type { EventListRow } from "../event-columns.server";
import { distanceFrom } from "../list/paginate-events.server";

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

/** The zone of an event at its start: "Toronto time (GMT−5)". */
export function zoneName(
  { startsAt, timeZone }: Pick<EventListRow, "startsAt" | "timeZone">,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
): string {
  return translatorFor(locale)("events:zoned", {
    city: city ? cityName(city, locale) : timeZone,
    zone: formatOffset(startsAt, timeZone, locale),
  });
}

/**
 * "Toronto time (GMT−5)" when the reader's clock differs at that moment; null when equal, or when
 * the reader's zone is unknown.
 */
export function zoneNote(
  event: Pick<EventListRow, "startsAt" | "timeZone">,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
  readerZone: string | null,
): string | null {
  if (readerZone === null || !hasDifferentOffset(event.startsAt, event.timeZone, readerZone))
    return null;
  return zoneName(event, city, locale);
}

export function cityName(
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
): string {
  return city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : "";
}

export function priceText(event: Pick<EventListRow, "price" | "currency">, locale: Locale): string {
  const t = translatorFor(locale);
  const price = formatPrice(event.price, event.currency, locale);
  return price.kind === "free"
    ? t("events:free")
    : price.kind === "not-stated"
      ? t("events:notStated")
      : price.text;
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

/** Times of a day that a card shows; the others are a number. */
const TIMES_SHOWN = 4;

/** Dates on the card of an event of several dates (decisions.md §3 "Occurrences"). */
function presentDates(
  event: EventListRow,
  { locale, calendar, now }: Pick<CardContext, "locale" | "calendar" | "now">,
) {
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone, runsUntil, times = [] } = event;
  if (runsUntil) {
    const [opens, closes] = [startsAt, endsAt].map((at) =>
      toIsoWithOffset(at, timeZone).slice(11, 16),
    );
    const hours = hoursText(opens ?? "", closes ?? "", { locale });
    const isToday = localDay(startsAt, timeZone) === localDay(now, timeZone);
    const day = formatDate(
      runsUntil - 1,
      timeZone,
      { locale, calendar },
      { weekday: false, year: false },
    );
    return {
      time: isToday ? t("schedule:open.today", { hours }) : hours,
      hours,
      dates: t("schedule:open.until", { day }),
    };
  }
  const toCome = times.filter((time) => takesPlace(time) && time.endsAt > now).length;
  const others = event.occurrenceCount - Math.max(1, toCome);
  const isPlain =
    event.allDay || (times.length < 2 && times.every(({ status }) => status === "scheduled"));
  const shown = times.slice(0, TIMES_SHOWN).map((time) => ({
    time: formatTime(time.startsAt, timeZone, locale),
    ...(time.status !== "scheduled" && { off: t(`events:${time.status}`) }),
  }));
  const left = times.length - shown.length;
  return {
    ...(!isPlain && {
      times: left > 0 ? [...shown, { time: t("events:moreTimes", { count: left }) }] : shown,
    }),
    ...(others > 0 && endsAt > now && { dates: t("events:moreDates", { count: others }) }),
  };
}

/** An event as a card: in the reader's language and calendar, in the event's own wall time. */
export function presentCard(
  event: EventListRow,
  { locale, calendar, now, cities, center, saved, readerZone = null }: CardContext,
): EventCardView {
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone } = event;
  const running = startsAt <= now && endsAt > now;
  const km = center ? distanceFrom(center, event) : Number.POSITIVE_INFINITY;
  const untilDate = () => formatDate(endsAt, timeZone, reader, { weekday: false, year: false });
  const longRunning = running && endsAt - startsAt > DAY;
  // One can still go today: the day of the opening would read as over.
  const date = dateParts(longRunning ? now : startsAt, timeZone, reader);
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
    tile: { weekday: date.weekdayShort, day: date.day, month: date.monthShort },
    time: event.allDay
      ? t("events:allDay")
      : longRunning
        ? t("events:until", { date: untilDate() })
        : formatTime(startsAt, timeZone, locale),
    ...presentDates(event, { locale, calendar, now }),
    zone: event.allDay ? null : zoneNote(event, cities.get(event.cityId), locale, readerZone),
    venue: placeName(event, locale),
    city: cityName(cities.get(event.cityId), locale),
    price: priceText(event, locale),
    note: Number.isFinite(km) ? formatDistance(km, locale) : null,
    saved: savedText(event, locale),
    isSaved: saved?.has(event.id) ?? null,
    state,
    stateLabel: state === "scheduled" ? null : t(`events:${state}`),
  };
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
