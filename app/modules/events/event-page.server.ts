import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { dateParts, formatDate, formatTime, inOtherCalendar, toIsoWithOffset } from "../../lib/dates/dates.server";
import type { RequestContext } from "../../lib/http/request-context";
import { pictureUrl, webUrl } from "../../lib/http/web-url";
import { cityScope } from "../../lib/pages/content-scope";
import { pageHead } from "../../lib/pages/page-head.server";
import { paths } from "../../lib/paths";
import { type Actor, can } from "../../lib/permissions";
import { type City, citiesById } from "../cities/queries.server";
import { shownPicture } from "../media/media-key";
import { categoryColor } from "./categories";
import { factsOf, priceOf, type Subject, scheduleOf, yourTime } from "./event-facts.server";
import { locationLine } from "./event-ics.server";
import { eventJsonLd } from "./event-json-ld.server";
import { atOccurrence, type PageOccurrences, shownOccurrence } from "./event-occurrences.server";
import { presentShowings } from "./event-showings.server";
import { formatDays, formatWhen } from "./event-times.server";
import { excerpt } from "./excerpt";
import { getVisibleEvent, relatedEvents } from "./get-event.server";
import type { EventRow } from "./list-events.server";
import { categoryView, cityName, presentCard } from "./present-event.server";
import { savedAmong } from "./saved-events.server";
import { shareLinks } from "./share-links";
import { savedText } from "./social-proof.server";
import { movedFrom, stateSentence } from "./state-sentence.server";

const DESCRIPTION_LENGTH = 160;

/** Data of an event's page (product.md §2). @param at the chosen date, by its original start; an unknown one is ignored. @throws AppError("not-found") for invisible events */
export async function eventPage(context: RequestContext, id: string, at: string | null = null) {
  const { deps, signedIn } = context;
  const event = await getVisibleEvent(deps, signedIn, id);
  const [cities, related] = await Promise.all([citiesById(deps), relatedEvents(deps, event, { at, userId: signedIn?.id ?? null })]);
  const shown = [event, ...related.similar, ...related.atVenue];
  const saved = await savedAmong(
    deps,
    signedIn,
    shown.map((one) => one.id),
  );
  return { ...presentEventPage(context, event, cities, related, saved, at), scope: cityScope(event.cityId) };
}

type RelatedEvents = Awaited<ReturnType<typeof relatedEvents>>;
const NO_OCCURRENCES: PageOccurrences = { toCome: [], fromChosen: [], saved: new Set() };

/** The view of an event's page, from its row and related events. */
export function presentEventPage(
  { deps, locale, calendar, timeZone, origin, seo, signedIn }: RequestContext,
  whole: EventRow,
  cities: ReadonlyMap<string, City>,
  { dates = NO_OCCURRENCES, ...related }: Omit<RelatedEvents, "dates"> & Partial<Pick<RelatedEvents, "dates">>,
  saved: ReadonlySet<string> | null,
  asked: string | null = null,
) {
  const occurrence = shownOccurrence(whole, dates, asked);
  const event = occurrence ? atOccurrence(whole, occurrence) : whole;
  /** The date that the page's links are about; the event's own without several. */
  const at = occurrence && { at: occurrence.originalStart };
  const isChosen = occurrence !== null && occurrence.originalStart === asked;
  const isSoldOut = occurrence?.status === "sold-out";
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const subject: Subject = { event, city: cities.get(event.cityId), ...reader, readerZone: timeZone, now };
  const { city } = subject;
  const written = (en: string | null, fa: string | null) => writtenText(en, fa, locale);
  const title = written(event.titleEn, event.titleFa) ?? { text: event.titleEn, lang: undefined };
  const about = written(event.descriptionEn, event.descriptionFa);
  const venue = written(event.venueEn, event.venueFa);
  const organizer = written(event.organizerEn, event.organizerFa);
  const card = (row: (typeof related.similar)[number]) => presentCard(row, { ...reader, now, cities, saved, readerZone: timeZone });
  const date = dateParts(event.startsAt, event.timeZone, reader);
  const leading = event.categories[0] ? categoryView(event.categories[0], locale) : null;
  const cityLabel = cityName(city, locale);
  const wide = paths.cover(event.id, categoryColor(event.categories[0]), { ratio: 2.9, fine: true });
  const picture = pictureUrl(shownPicture(event.imageUrl), origin);
  const url = `${origin}${paths.event(event.id, isChosen ? (at ?? {}) : {})}`;
  const hasGone = event.endsAt <= now || event.lifecycle === "cancelled" || isSoldOut;
  const ticketUrl = webUrl(event.ticketUrl);
  const shortWhen = `${formatDays(event, reader, { year: false })}${event.allDay ? "" : t("pages:event.comma") + formatTime(event.startsAt, event.timeZone, locale)}`;

  return {
    head: pageHead({ origin, locale, seo }, paths.event(event.id), {
      title: title.text,
      description: excerpt(
        about?.text || [title.text, formatDays(event, reader), locationLine(event, city, locale)].join(" · "),
        DESCRIPTION_LENGTH,
      ),
      type: "article",
      // Link previews cannot show SVG covers, so they get the site's picture.
      ...(picture ? { image: picture } : null),
      ...(event.isListed ? { jsonLd: eventJsonLd(whole, city, { locale, origin, now }, dates.toCome) } : { noindex: true }),
    }),
    own: ownBar(event, signedIn, locale, now),
    id: event.id,
    heart: { id: event.id, title: title.text, isSaved: saved?.has(event.id) ?? null, ...(whole.schedule && { at: null }) },
    showings: whole.schedule
      ? presentShowings(whole, { ...reader, now, title: title.text, isSaved: saved !== null }, dates, occurrence, isChosen)
      : null,
    saved: savedText(event, locale),
    room: city?.slug ?? null,
    title,
    crumbs: [
      { label: t("pages:event.home"), href: paths.home() },
      { label: t("common:nav.events"), href: paths.events() },
      ...(city ? [{ label: cityLabel, href: paths.city(city.slug) }] : []),
    ],
    cover: { src: picture ?? wide, fallback: picture ? wide : null, label: t("pages:event.wholePicture") },
    categories: event.categories.flatMap((name) => {
      const view = categoryView(name, locale);
      return view ? [{ ...view, href: paths.category(view.slug) }] : [];
    }),
    badge: badgeOf(subject, isSoldOut),
    organizer,
    organizerHref: related.profile && paths.user(related.profile),
    views: event.viewCount > 0 ? t("pages:event.views", { count: event.viewCount }) : null,
    video: videoOf(event, picture, origin),
    about: {
      paragraphs: (about?.text ?? "")
        .split(/\n\s*\n/)
        .map((text) => text.trim())
        .filter(Boolean),
      lang: about?.lang,
      note: about?.lang ? t("pages:event.onlyEnglish") : null,
    },
    when: {
      tile: { weekday: date.weekdayShort, day: date.day, month: date.monthShort },
      dateTime: toIsoWithOffset(event.startsAt, event.timeZone),
      line: formatWhen(event, reader),
      was: wasOf(subject),
      isOff: event.lifecycle !== "scheduled",
      other: [formatDays(event, inOtherCalendar(reader)), t("pages:event.localTime", { city: cityLabel }), yourTime(subject)]
        .filter(Boolean)
        .join(" · "),
    },
    facts: factsOf(subject),
    schedule: scheduleOf(subject),
    place: {
      venue,
      address: written(event.addressEn, event.addressFa),
      city: city
        ? { label: cityLabel, href: paths.city(city.slug), cover: shownPicture(city.heroImageUrl) ?? paths.cityCover(city.slug) }
        : null,
      whole: locationLine(event, city, locale),
      maps: mapLinks(subject),
    },
    price: priceOf(subject),
    notice: noticeOf(subject, isSoldOut),
    tickets: ticketUrl && !hasGone ? { href: paths.eventTickets(event.id, at ?? {}), host: ticketUrl.host.replace(/^www\./, "") } : null,
    calendar: {
      ics: paths.eventIcs(event.id, at ?? {}),
      google: paths.eventCalendar(event.id, "google", at ?? {}),
      outlook: paths.eventCalendar(event.id, "outlook", at ?? {}),
    },
    share: { url, title: title.text, ...shareLinks(url, title.text), count: paths.eventShare(event.id) },
    /** Own and unlisted events cannot be reported. */
    report: event.isListed && event.creatorId !== signedIn?.id ? paths.reportEvent(event.id) : null,
    short: shortWhen,
    tags: event.tags.map((tag) => ({ label: tag, href: paths.events({ tag }) })),
    similar: { events: related.similar.map(card), more: paths.events({ category: leading?.slug, city: city?.slug }) },
    atVenue: { title: t("pages:event.atVenue", { venue: isolate(venue?.text ?? "") }), events: related.atVenue.map(card) },
  };
}

/** The shape of films, width : height. */
const FILM = 1.78;

function videoOf(event: EventRow, picture: string | null, origin: string) {
  const src = pictureUrl(event.videoUrl, origin);
  if (src === null) return null;
  // One elsewhere is a link: a page asks no third party for anything (decisions.md §16).
  if (shownPicture(event.videoUrl) === null) return { kind: "link" as const, href: src, host: new URL(src).host.replace(/^www\./, "") };
  const poster = picture ?? paths.cover(event.id, categoryColor(event.categories[0]), { ratio: FILM, fine: true });
  return { kind: "film" as const, src, poster };
}

/** The bar above an event for its creator and staff: state and edit link; null for others. */
function ownBar({ id, status, isListed, creatorId, lifecycle, endsAt }: EventRow, viewer: Actor | null, locale: Locale, now: number) {
  if (!viewer || (creatorId !== viewer.id && !can(viewer, "event:manage-all"))) return null;
  const t = translatorFor(locale);
  const mayChange = status === "approved" && (endsAt > now || lifecycle === "postponed");
  return {
    status,
    label: t(`authoring:status.${status}`),
    note: t(isListed ? "authoring:own.public" : "authoring:own.hidden"),
    edit: { href: paths.editEvent(id), label: t("authoring:own.edit") },
    change: mayChange ? { href: paths.changePlan(id), label: t("authoring:mine.change") } : null,
  };
}

/** A name inside a sentence of another script keeps its own direction. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/** The text in the reader's language, else English; null when missing. */
function writtenText(en: string | null, fa: string | null, locale: Locale) {
  const text = localized({ en: en ?? "", fa }, locale).trim();
  return text ? { text, lang: locale === "fa" && !fa ? ("en" as const) : undefined } : null;
}

function badgeOf({ event, now, locale }: Subject, isSoldOut: boolean) {
  const phase = event.endsAt <= now ? "past" : event.startsAt <= now ? "ongoing" : null;
  const open = isSoldOut && phase !== "past" ? "sold-out" : phase;
  const kind: Exclude<EventRow["lifecycle"], "scheduled"> | "past" | "ongoing" | "sold-out" | null =
    event.lifecycle === "scheduled" ? open : event.lifecycle;
  return kind ? { kind, label: translatorFor(locale)(`events:${kind}`) } : null;
}

/** The previous time, which the page strikes through; null for none. */
function wasOf({ event, locale, calendar }: Subject): { dateTime: string; text: string } | null {
  const at = movedFrom(event);
  if (at === null) return null;
  const day = formatDate(at, event.timeZone, { locale, calendar });
  return {
    dateTime: toIsoWithOffset(at, event.timeZone),
    text: listOf(locale, [day, event.allDay ? "" : formatTime(at, event.timeZone, locale)]),
  };
}

function noticeOf({ event, city, now, locale, calendar, readerZone }: Subject, isSoldOut: boolean): string | null {
  const t = translatorFor(locale);
  if (event.lifecycle === "scheduled" && event.endsAt <= now) return t("pages:event.notice.past");
  if (event.lifecycle === "scheduled" && isSoldOut) return t("pages:event.notice.soldOut");
  return stateSentence(event, city, { locale, calendar, timeZone: readerZone });
}

/** By position if known, else by address. */
function mapLinks({ event, city, locale }: Subject) {
  const { latitude, longitude } = event;
  const query = (address: string, values: Record<string, string>) => `${address}?${new URLSearchParams(values)}`;
  if (latitude !== null && longitude !== null) {
    const place = { mlat: String(latitude), mlon: String(longitude) };
    return {
      openStreetMap: `${query("https://www.openstreetmap.org/", place)}#map=17/${latitude}/${longitude}`,
      google: query("https://www.google.com/maps/search/", { api: "1", query: `${latitude},${longitude}` }),
    };
  }
  const address = locationLine(event, city, locale);
  return {
    openStreetMap: query("https://www.openstreetmap.org/search", { query: address }),
    google: query("https://www.google.com/maps/search/", { api: "1", query: address }),
  };
}
