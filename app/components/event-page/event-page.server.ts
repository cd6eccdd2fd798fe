import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { hasDifferentOffset, toIsoWithOffset } from "../../lib/dates/dates.server";
import { cardPath } from "../../lib/drawing/card-address";
import { qrPath } from "../../lib/drawing/qr-path";
import type { TextName } from "../../lib/event/event-fields";
import { followTopic } from "../../lib/event/follow-topics";
import { isSeries } from "../../lib/event/schedule";
import type { RequestContext } from "../../lib/http/request-context";
import { pictureUrl } from "../../lib/http/web-url";
import { cityScope } from "../../lib/pages/content-scope";
import { pageHead } from "../../lib/pages/page-head.server";
import { ALL_CITIES, paths } from "../../lib/paths";
import { type Actor, can } from "../../lib/permissions";
import { excerpt } from "../../lib/text/excerpt";
import { placeAround } from "../../modules/cities/maps/still-map";
import { type City, citiesById } from "../../modules/cities/queries.server";
import {
  atOccurrence,
  getVisibleEvent,
  type PageOccurrences,
  relatedEvents,
  shownOccurrence,
} from "../../modules/events/get-event.server";
import type { EventRow } from "../../modules/events/list/list-events.server";
import { eventJsonLd } from "../../modules/events/present/event-json-ld.server";
import { formatDays } from "../../modules/events/present/event-times.server";
import {
  categoryView,
  cityName,
  coverOf,
  drawnCover,
  locationLine,
  presentCard,
  savedAmong,
  savedText,
  shareLinks,
  ticketLink,
} from "../../modules/events/present/present-event.server";
import { hostRole, type LinkReaders, linkReaders } from "../../modules/hosting/host-access.server";
import { framedPicture, shownPicture } from "../../modules/media/media-files";
import { lastOpening } from "../../modules/schedule/format-opening-hours.server";
import { cardHead, eventCard } from "../../modules/syndication/cards/card-facts.server";
import {
  addressOf,
  badgeOf,
  factsOf,
  hostCards,
  mapLinks,
  noticeOf,
  onlineOf,
  priceOf,
  type Subject,
  wasOf,
  writtenText,
  yourTime,
} from "./essential-facts.server";
import { presentShowings, shortWhen, whenFacts } from "./event-showings.server";

const DESCRIPTION_LENGTH = 160;

/** Events that a page names in the place of one that is off or over. */
const INSTEAD = 3;

/** The map on a venue's card: its shape, and its least width, px. */
const HOST_MAP = { ratio: 2, width: 300 };

/**
 * Data of an event's page (product.md §2). @param at the chosen date, by its original start; an
 * unknown one is ignored. @throws AppError("not-found") for invisible events
 */
export async function eventPage(context: RequestContext, id: string, at: string | null = null) {
  const { deps, signedIn } = context;
  const event = await getVisibleEvent(
    deps,
    signedIn,
    id,
    async () =>
      signedIn !== null && (await hostRole(deps, signedIn.id, { kind: "event", id })) !== null,
  );
  const [cities, related] = await Promise.all([
    citiesById(deps),
    relatedEvents(deps, event, { at, userId: signedIn?.id ?? null }),
  ]);
  const shown = [event, ...related.similar];
  const [saved, readers] = await Promise.all([
    savedAmong(
      deps,
      signedIn,
      shown.map((one) => one.id),
    ),
    linkReaders(deps, event, signedIn),
  ]);
  return {
    ...presentEventPage(context, event, cities, { ...related, readers }, saved, at),
    scope: cityScope(event.cityId),
  };
}

type RelatedEvents = Awaited<ReturnType<typeof relatedEvents>>;

const NO_OCCURRENCES: PageOccurrences = { toCome: [], fromChosen: [], saved: new Set() };

/** The view of an event's page, from its row and related events. */
export function presentEventPage(
  { deps, locale, calendar, timeZone, origin, seo, signedIn, homeCity }: RequestContext,
  whole: EventRow,
  cities: ReadonlyMap<string, City>,
  {
    dates = NO_OCCURRENCES,
    hosts,
    readers = null,
    ...related
  }: Omit<RelatedEvents, "dates" | "hosts"> &
    Partial<Pick<RelatedEvents, "dates" | "hosts">> & { readers?: LinkReaders | null },
  saved: ReadonlySet<string> | null,
  asked: string | null = null,
) {
  const occurrence = shownOccurrence(whole, dates, asked);
  const event = occurrence ? atOccurrence(whole, occurrence) : whole;
  /** The date that the page's links are about; the event's own without several. */
  const at = occurrence && { at: occurrence.originalStart };
  const isChosen = occurrence !== null && occurrence.originalStart === asked;
  const last = isChosen ? null : lastOpening(whole);
  const ending = last !== null && last !== at?.at;
  /** The calendar links save the last opening of an exhibition. */
  const kept = ending ? { at: last } : (at ?? {});
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const subject: Subject = {
    event,
    city: cities.get(event.cityId),
    ...reader,
    readerZone: timeZone,
    now,
    isLinkOfGuests: readers?.areGuests ?? false,
  };
  const { city } = subject;
  const written = (en: string | null, fa: string | null) => writtenText(en, fa, locale);
  const title = written(event.titleEn, event.titleFa) ?? { text: event.titleEn, lang: undefined };
  const about = written(event.descriptionEn, event.descriptionFa);
  const venue = written(event.venueEn, event.venueFa);
  const organizer = written(event.organizerEn, event.organizerFa);
  const isTranslated = (name: TextName, shown: { lang: "en" | undefined } | null) =>
    shown !== null && event.machineTranslated.includes(`${name}.${shown.lang ?? locale}`);
  const { latitude, longitude } = event;
  const position = latitude !== null && longitude !== null ? { latitude, longitude } : null;
  const hasSaved = saved?.has(event.id) ?? null;
  const online =
    event.endsAt > now && event.lifecycle !== "cancelled"
      ? onlineOf(
          event,
          signedIn,
          readers?.areGuests ? readers : { isSaver: hasSaved === true },
          locale,
        )
      : null;
  const card = (row: (typeof related.similar)[number]) =>
    presentCard(row, { ...reader, now, cities, saved, readerZone: timeZone });
  const small = (row: (typeof related.similar)[number]) => ({
    ...card(row),
    cover: coverOf(row, "thumb"),
  });
  const leading = event.categories[0] ? categoryView(event.categories[0], locale) : null;
  const cityLabel = cityName(city, locale);
  const drawn = drawnCover(event, "hero");
  const picture = pictureUrl(shownPicture(event.imageUrl), origin);
  const organizerPath = hosts?.organizer ? paths.organizer(hosts.organizer.slug) : null;
  const venuePath = hosts?.venue && city ? paths.venue(city.slug, hosts.venue.slug) : null;
  const socialCard = eventCard(whole, city, locale, seo.siteName);
  const url = `${origin}${paths.event(event.id, isChosen ? (at ?? {}) : {})}`;
  // Tickets of a postponed event are sold again once it has a new date.
  const hasGone = event.endsAt <= now || event.lifecycle !== "scheduled";
  const sold = hasGone ? null : ticketLink(event);
  const short = shortWhen(subject, isChosen);

  return {
    head: pageHead({ origin, locale, seo }, paths.event(event.id), {
      title: title.text,
      description: excerpt(
        about?.text ||
          [title.text, formatDays(event, reader), locationLine(event, city, locale)].join(" · "),
        DESCRIPTION_LENGTH,
      ),
      type: "article",
      ...(event.isListed ? cardHead(origin, { of: "events", id: event.id }, socialCard) : null),
      ...(event.isListed
        ? { jsonLd: eventJsonLd(whole, city, { locale, origin, now }, dates.toCome) }
        : { noindex: true }),
    }),
    own: ownBar(event, isChosen ? at : null, signedIn, locale, now, socialCard.version),
    id: event.id,
    // With `at` a change reads the page again: the hearts of its dates, or the link for savers.
    heart: {
      id: event.id,
      title: title.text,
      isSaved: hasSaved,
      ...((whole.schedule || online?.isForSavers) && { at: null }),
    },
    showings: whole.schedule
      ? {
          ...presentShowings(
            whole,
            { ...reader, now, title: title.text, isSaved: saved !== null },
            dates,
            occurrence,
            isChosen,
          ),
          topic:
            whole.isListed && !whole.isOver && isSeries(whole.schedule)
              ? followTopic({ kind: "series", id: whole.id })
              : null,
        }
      : null,
    saved: savedText(event, locale),
    room: city?.slug ?? null,
    title,
    /** Mark of a title or venue that a machine translated. */
    translated:
      isTranslated("title", title) || isTranslated("venue", venue)
        ? t("pages:event.translated")
        : null,
    crumbs: [
      { label: t("pages:event.home"), href: paths.home() },
      { label: t("common:nav.events"), href: paths.events() },
      ...(city ? [{ label: cityLabel, href: paths.city(city.slug) }] : []),
    ],
    cover: {
      src: picture ?? drawn,
      fallback: picture ? drawn : null,
      label: t("pages:event.wholePicture"),
    },
    categories: event.categories.flatMap((name) => {
      const view = categoryView(name, locale);
      return view ? [{ ...view, href: paths.category(view.slug) }] : [];
    }),
    badge: badgeOf(subject),
    organizer,
    organizerPath,
    organizerHref: related.profile && paths.user(related.profile),
    venuePath,
    views: event.viewCount > 0 ? t("pages:event.views", { count: event.viewCount }) : null,
    video: videoOf(event, picture, origin),
    about: {
      paragraphs: (about?.text ?? "")
        .split(/\n\s*\n/)
        .map((text) => text.trim())
        .filter(Boolean),
      lang: about?.lang,
      note: about?.lang
        ? t("pages:event.onlyEnglish")
        : isTranslated("description", about)
          ? t("pages:event.translated")
          : null,
    },
    when: {
      dateTime: toIsoWithOffset(event.startsAt, event.timeZone),
      ...whenFacts(subject, isChosen),
      was: wasOf(subject),
      isOff: event.lifecycle !== "scheduled",
      zone: zoneOf(subject, cityLabel),
    },
    facts: factsOf(subject),
    place: {
      venue:
        venue ??
        (event.attendance === "online"
          ? { text: t("events:attendance.online"), lang: undefined }
          : null),
      address: addressOf(written(event.addressEn, event.addressFa), city),
      city: city ? { label: cityLabel, href: paths.city(city.slug) } : null,
      position,
      whole: locationLine(event, city, locale),
      maps: event.attendance === "online" && !venue ? null : mapLinks(subject),
      online,
    },
    price: priceOf(subject, isChosen),
    notice: noticeOf(subject),
    /** What to do instead of an event that is off or over. */
    instead:
      event.endsAt <= now || event.lifecycle === "cancelled"
        ? {
            title: t(event.endsAt <= now ? "pages:event.insteadPast" : "pages:event.instead"),
            events: [...related.ofOrganizer, ...related.atVenue, ...related.similar]
              .slice(0, INSTEAD)
              .map(small),
          }
        : null,
    tickets: sold && {
      href: paths.eventTickets(event.id, at ?? {}),
      host: sold.host.replace(/^www\./, ""),
      isWaitlist: event.soldOut,
    },
    calendar: hasGone
      ? null
      : {
          label: t(ending ? "pages:event.calendarEnd" : "pages:event.calendar"),
          ics: paths.eventIcs(event.id, kept),
          google: paths.eventCalendar(event.id, "google", kept),
          outlook: paths.eventCalendar(event.id, "outlook", kept),
        },
    main: hasGone ? null : sold ? ("tickets" as const) : ("calendar" as const),
    share: {
      url,
      title: title.text,
      ...shareLinks(url, title.text),
      qr: qrPath(url),
      pictures: event.isListed
        ? (["card", "story"] as const).map((form) => ({
            form,
            href: cardPath({
              of: "events",
              id: event.id,
              version: socialCard.version,
              locale,
              form,
            }),
            label: t(form === "card" ? "pages:event.picture" : "pages:event.story"),
          }))
        : [],
      date:
        at && !isChosen && whole.schedule && isSeries(whole.schedule)
          ? {
              url: `${origin}${paths.event(event.id, at)}`,
              label: t("pages:event.copyDate", { date: short }),
            }
          : null,
      count: paths.eventShare(event.id),
    },
    /** Own and unlisted events cannot be reported. */
    report: event.isListed && event.creatorId !== signedIn?.id ? paths.reportEvent(event.id) : null,
    short,
    tags: tagsFor(event.tags, locale).map((tag) => ({
      label: tag,
      href: paths.events({ tag, city: homeCity.slug && ALL_CITIES }),
    })),
    similar: {
      events: related.similar.map(card),
      more: paths.events({ category: leading?.slug, city: city?.slug }),
    },
    hosts: hostCards(
      {
        name: organizer,
        href: organizerPath ?? (related.profile && paths.user(related.profile)),
        topic:
          organizerPath &&
          whole.organizerId &&
          followTopic({ kind: "organizer", id: whole.organizerId }),
        events: related.ofOrganizer.map(small),
        picture: hosts?.organizer ? framedPicture(hosts.organizer) : null,
      },
      {
        name: venue ?? (position && city ? { text: cityLabel, lang: undefined } : null),
        href: venuePath,
        topic: venuePath && whole.venueId && followTopic({ kind: "venue", id: whole.venueId }),
        events: related.atVenue.map(small),
        picture: venuePath && hosts?.venue ? framedPicture(hosts.venue) : null,
        around:
          position &&
          placeAround(position, { locale, ...HOST_MAP, names: [event.venueEn, event.venueFa] }),
      },
      locale,
    ),
  };
}

function videoOf(event: EventRow, picture: string | null, origin: string) {
  const src = pictureUrl(event.videoUrl, origin);
  if (src === null) return null;
  // A film elsewhere is a link: pages make no requests to third parties (decisions.md §16).
  if (shownPicture(event.videoUrl) === null)
    return { kind: "link" as const, href: src, host: new URL(src).host.replace(/^www\./, "") };
  const poster = picture ?? drawnCover(event, "film");
  return { kind: "film" as const, src, poster };
}

/**
 * The bar above an event for its creator and staff: state, edit link, change of plan (of a chosen
 * date of its own) and, where it is public, its story and poster; null for others.
 */
function ownBar(
  { id, status, isListed, creatorId, lifecycle, endsAt }: EventRow,
  date: { at: string } | null,
  viewer: Actor | null,
  locale: Locale,
  now: number,
  version: string,
) {
  if (!viewer || (creatorId !== viewer.id && !can(viewer, "event:manage-all"))) return null;
  const t = translatorFor(locale);
  const mayChange = status === "approved" && (endsAt > now || lifecycle === "postponed");
  return {
    status,
    label: t(`authoring:status.${status}`),
    note: t(isListed ? "authoring:own.public" : "authoring:own.hidden"),
    edit: { href: paths.editEvent(id), label: t("authoring:own.edit") },
    rsvp:
      creatorId === viewer.id
        ? { href: paths.hostSettings(id), label: t("hosting:settings.link") }
        : null,
    change: mayChange
      ? {
          href: paths.changePlan(id, date ?? {}),
          label: t(date ? "authoring:own.changeDate" : "authoring:mine.change"),
        }
      : null,
    pictures: isListed
      ? (["story", "poster"] as const).map((form) => ({
          form,
          href: cardPath({ of: "events", id, version, locale, form }),
          label: t(`pages:event.${form}`),
        }))
      : [],
  };
}

/**
 * The event's zone, and the reader's time, where their clock shows something else or is unknown;
 * null where it shows the same.
 */
function zoneOf(subject: Subject, cityLabel: string): string | null {
  const { event, locale, readerZone } = subject;
  if (readerZone !== null && !hasDifferentOffset(event.startsAt, event.timeZone, readerZone))
    return null;
  return [translatorFor(locale)("pages:event.localTime", { city: cityLabel }), yourTime(subject)]
    .filter(Boolean)
    .join(" · ");
}

const PERSIAN = /\p{Script=Arabic}/u;

/** Tags in the reader's script, where there are any: the others say the same again. */
function tagsFor(tags: readonly string[], locale: Locale): readonly string[] {
  const own = tags.filter((tag) => PERSIAN.test(tag) === (locale === "fa"));
  return own.length > 0 ? own : tags;
}
