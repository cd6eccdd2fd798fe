import { type Locale, localized } from "../../../i18n/locale";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import type { TraitKey } from "../../../lib/event/event-fields";
import { writeJsonLd } from "../../../lib/event/field-groups";
import { takesPlace } from "../../../lib/event/schedule";
import { pictureUrl, webUrl } from "../../../lib/http/web-url";
import { paths } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import { eventSchedule } from "../../schedule/json-ld.server";
import { atOccurrence, type OccurrenceRow } from "../get-event.server";
import type { EventRow } from "../list/list-events.server";
import { movedFrom } from "./event-times.server";
import { cityName, drawnCover } from "./present-event.server";

interface JsonLdContext {
  locale: Locale;
  origin: string;
  now: number;
}

const SCHEMA = "https://schema.org/";
const STATUS = {
  scheduled: "EventScheduled",
  postponed: "EventPostponed",
  cancelled: "EventCancelled",
} as const;

const amenity = (name: string) => ({ "@type": "LocationFeatureSpecification", name, value: true });
/**
 * Accessibility as features of the place: schema.org's `accessibilityFeature` is for works, not
 * events.
 */
const AMENITIES: Partial<Record<TraitKey, string>> = {
  wheelchair: "Wheelchair access",
  "step-free": "Step-free access",
  seating: "Seating",
  "hearing-loop": "Hearing loop",
};

/** Children as the audience, with their ages. */
function audienceOf({ traits, childAgeFrom, childAgeTo }: EventRow) {
  if (!traits.includes("for-children")) return null;
  return {
    audience: {
      "@type": "PeopleAudience",
      audienceType: "Children",
      ...(childAgeFrom === null ? null : { suggestedMinAge: childAgeFrom }),
      ...(childAgeTo === null ? null : { suggestedMaxAge: childAgeTo }),
    },
  };
}

/** Until when money is given back, where schema.org can say it. */
function refundsOf({ refundPolicy, startsAt, timeZone }: EventRow) {
  if (refundPolicy === null || refundPolicy === "by-organizer") return null;
  const until = toIsoWithOffset(
    refundPolicy === "until-start" ? startsAt : startsAt - DAY,
    timeZone,
  );
  return {
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      ...(refundPolicy === "no-refunds"
        ? { returnPolicyCategory: `${SCHEMA}MerchantReturnNotPermitted` }
        : {
            returnPolicyCategory: `${SCHEMA}MerchantReturnFiniteReturnWindow`,
            merchantReturnDays: until,
          }),
    },
  };
}

/**
 * Dates that the page describes, each as an Event of its own (Google's rule for events of several
 * dates).
 */
const DATES_DESCRIBED = 30;

/**
 * An event as schema.org JSON-LD (decisions.md §14): with several dates, its schedule and its next
 * dates. Start and end are those of the next date.
 * @param toCome the dates to come of an event with a schedule, in order
 */
export function eventJsonLd(
  event: EventRow,
  city: City | undefined,
  context: JsonLdContext,
  toCome: readonly OccurrenceRow[] = [],
) {
  if (!event.schedule) return oneJsonLd(event, city, context);
  const schedule = eventSchedule(event.schedule, event.timeZone);
  const next = toCome.find((one) => one.startsAt === event.startsAt && takesPlace(one));
  const subEvent = toCome.slice(0, DATES_DESCRIBED).map((row) => {
    const {
      "@context": _context,
      description: _description,
      keywords: _keywords,
      ...described
    } = oneJsonLd(atOccurrence(event, row), city, context, row.originalStart);
    return described;
  });
  return {
    ...oneJsonLd(next ? atOccurrence(event, next) : event, city, context),
    ...(schedule && { eventSchedule: schedule }),
    ...(subEvent.length > 0 && { subEvent }),
  };
}

/**
 * An event on one date. A cancelled or postponed event keeps its original startDate; a moved one is
 * `EventRescheduled` with its previous start. IRR stays rials, since toman has no ISO code; an
 * unknown price is omitted.
 */
function oneJsonLd(
  event: EventRow,
  city: City | undefined,
  { locale, origin, now }: JsonLdContext,
  at: string | null = null,
) {
  const text = (en: string | null, fa: string | null) =>
    localized({ en: en ?? "", fa }, locale).trim();
  const description = text(event.descriptionEn, event.descriptionFa);
  const street = text(event.addressEn, event.addressFa);
  const region = text(city?.stateEn ?? null, city?.stateFa ?? null);
  const organizer = text(event.organizerEn, event.organizerFa);
  const url = `${origin}${paths.event(event.id, { at })}`;
  const previous = movedFrom(event);
  const onSale = event.lifecycle !== "cancelled" && event.endsAt > now;
  const place = {
    "@type": "Place",
    name: text(event.venueEn, event.venueFa) || cityName(city, locale),
    address: {
      "@type": "PostalAddress",
      ...(street ? { streetAddress: street } : null),
      addressLocality: cityName(city, locale),
      ...(region ? { addressRegion: region } : null),
      ...(city ? { addressCountry: city.countryCode } : null),
    },
    ...(event.latitude !== null && event.longitude !== null
      ? { geo: { "@type": "GeoCoordinates", latitude: event.latitude, longitude: event.longitude } }
      : null),
    ...(event.accessibility.length > 0
      ? { amenityFeature: event.accessibility.map((key) => amenity(AMENITIES[key] ?? key)) }
      : null),
  };
  // A link that only savers see stays secret: the page leads to it.
  const virtual = { "@type": "VirtualLocation", url: event.publicOnlineUrl ?? url };
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    "@id": url,
    url,
    name: text(event.titleEn, event.titleFa),
    ...(description ? { description } : null),
    image: [pictureUrl(shownPicture(event.imageUrl), origin) ?? `${origin}${drawnCover(event)}`],
    startDate: toIsoWithOffset(event.startsAt, event.timeZone),
    endDate: toIsoWithOffset(event.endsAt, event.timeZone),
    eventStatus: SCHEMA + (previous === null ? STATUS[event.lifecycle] : "EventRescheduled"),
    ...(previous === null
      ? null
      : { previousStartDate: toIsoWithOffset(previous, event.timeZone) }),
    ...(event.doorsBefore !== null && !event.allDay
      ? { doorTime: toIsoWithOffset(event.startsAt - event.doorsBefore * MINUTE, event.timeZone) }
      : null),
    location:
      event.attendance === "in-person"
        ? place
        : event.attendance === "online"
          ? virtual
          : [place, virtual],
    ...(organizer ? { organizer: { "@type": "Organization", name: organizer } } : null),
    offers: {
      "@type": "Offer",
      url: webUrl(event.ticketUrl)?.href ?? url,
      availability: SCHEMA + (!onSale ? "Discontinued" : event.soldOut ? "SoldOut" : "InStock"),
      ...(event.price === null ? null : { price: event.price, priceCurrency: event.currency }),
      ...(event.publishedAt === null
        ? null
        : { validFrom: toIsoWithOffset(event.publishedAt, event.timeZone) }),
      ...refundsOf(event),
    },
    ...(event.price === null ? null : { isAccessibleForFree: event.price === 0 }),
    inLanguage:
      event.eventLanguage === "en" || event.eventLanguage === "fa"
        ? event.eventLanguage
        : locale === "fa" && event.titleFa
          ? "fa"
          : "en",
    ...(event.tags.length > 0 ? { keywords: event.tags.join(", ") } : null),
    ...audienceOf(event),
    ...writeJsonLd(event),
  };
}
