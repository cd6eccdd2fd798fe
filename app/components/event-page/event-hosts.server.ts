import { type Locale, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { EventCardView, FramedPicture, PlaceAroundView } from "../../lib/pages/views";
import type { City } from "../../modules/cities/queries.server";
import { locationLine } from "../../modules/events/ics/event-ics.server";
import type { Subject } from "./essential-facts.server";

/** Next events on the card of an organizer or a venue. */
const HOST_EVENTS = 3;

type WrittenText = NonNullable<ReturnType<typeof writtenText>>;

interface HostFacts<Name> {
  name: Name;
  /** The topic of its followers; null where it has no page. */
  topic: string | null;
  href: string | null;
  events: EventCardView[];
  picture: FramedPicture | null;
  around?: PlaceAroundView | null;
}

type HostCard = HostFacts<WrittenText> & {
  around: PlaceAroundView | null;
  kind: "organizer" | "venue";
  label: string;
};

/** The text in the reader's language, else English; null when missing. */
export function writtenText(en: string | null, fa: string | null, locale: Locale) {
  const text = localized({ en: en ?? "", fa }, locale).trim();
  return text ? { text, lang: locale === "fa" && !fa ? ("en" as const) : undefined } : null;
}

const LETTER = /[\p{L}\u200c]/u;

/**
 * An address in three parts: the middle one is its city's name, empty where it does not name the
 * city.
 */
export function addressOf(address: WrittenText | null, city: City | undefined) {
  if (!address) return null;
  const { text, lang } = address;
  for (const name of [city?.nameEn, city?.nameFa]) {
    if (!name) continue;
    // English addresses end with the city, Persian ones begin with it.
    const start = name === city?.nameFa ? text.indexOf(name) : text.lastIndexOf(name);
    const end = start + name.length;
    if (start >= 0 && !LETTER.test(text.charAt(start - 1)) && !LETTER.test(text.charAt(end)))
      return { parts: [text.slice(0, start), name, text.slice(end)] as const, lang };
  }
  return { parts: [text, "", ""] as const, lang };
}

/**
 * The organizer's card and the venue's, each where it has a page to follow, a next event, a picture
 * or a map to show.
 */
export function hostCards(
  organizer: HostFacts<WrittenText | null>,
  venue: HostFacts<WrittenText | null>,
  locale: Locale,
): HostCard[] {
  const t = translatorFor(locale);
  const card = (
    kind: HostCard["kind"],
    { name, href, topic, events, picture, around = null }: HostFacts<WrittenText | null>,
  ): HostCard[] =>
    name && (topic || events.length > 0 || picture || around)
      ? [
          {
            kind,
            label: t(`pages:event.fact.${kind}`),
            name,
            href,
            topic,
            events: events.slice(0, HOST_EVENTS),
            picture,
            around,
          },
        ]
      : [];
  return [...card("organizer", organizer), ...card("venue", venue)];
}

/** By position if known, else by address. */
export function mapLinks({ event, city, locale }: Subject) {
  const { latitude, longitude } = event;
  const query = (address: string, values: Record<string, string>) =>
    `${address}?${new URLSearchParams(values)}`;
  if (latitude !== null && longitude !== null) {
    const place = { mlat: String(latitude), mlon: String(longitude) };
    return {
      openStreetMap: `${query("https://www.openstreetmap.org/", place)}#map=17/${latitude}/${longitude}`,
      google: query("https://www.google.com/maps/search/", {
        api: "1",
        query: `${latitude},${longitude}`,
      }),
    };
  }
  const address = locationLine(event, city, locale);
  return {
    openStreetMap: query("https://www.openstreetmap.org/search", { query: address }),
    google: query("https://www.google.com/maps/search/", { api: "1", query: address }),
  };
}
