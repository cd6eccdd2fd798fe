import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { type CardAddress, type CardForm, cardPath } from "../../../lib/drawing/card-address";
import { cityScape } from "../../../lib/drawing/city-scape";
import { coverLook, drawCover } from "../../../lib/drawing/cover";
import { girih, hashSeed } from "../../../lib/drawing/girih";
import { FAMILY_COLORS } from "../../../lib/drawing/palette";
import { readMotif } from "../../../lib/drawing/read-motif";
import { type CardFacts, cardPictureRatio } from "../../../lib/drawing/social-card";
import { categoryColor } from "../../../lib/event/categories";
import type { PageHeadData } from "../../../lib/pages/views";
import { cityNames, countryName } from "../../cities/present-city.server";
import type { City } from "../../cities/queries.server";
import type { EventRow } from "../../events/event-columns.server";
import { listTexts } from "../../events/list/list-texts.server";
import { eventFacts } from "../../events/present/event-facts.server";
import type { FactsEvent } from "../../events/present/facts-event.server";
import { categoryView, placeOf } from "../../events/present/present-event.server";
import { priceFacts } from "../../events/present/price-facts.server";
import { shownPicture } from "../../media/media-files";
import type { CardPhoto } from "./card-photo.server";

/** Counts up when cards are drawn otherwise, so that all get new addresses. */
const DRAWING = 3;

/** A card's texts, and the version in its address: equal for equal cards. */
export interface SocialCard {
  facts: CardFacts;
  /** Draws its picture. @param shipped gives the drawing of a motif */
  draw: (shape: CardForm, shipped: Deps["shipped"]) => string | Promise<string>;
  version: string;
  /** In the place of the drawing where it can be shown. */
  photo: CardPhoto | null;
}

/** The version is a hash of the card's texts and drawing. @param seed of its picture */
export function cardOf(
  facts: CardFacts,
  seed: string,
  draw: SocialCard["draw"],
  photo: CardPhoto | null = null,
): SocialCard {
  const text = JSON.stringify([DRAWING, seed, facts, photo]);
  const version = [`a${text}`, `b${text}`]
    .map((part) => hashSeed(part).toString(36).padStart(7, "0"))
    .join("");
  return { facts, draw, version, photo };
}

type CardEvent = FactsEvent &
  Pick<
    EventRow,
    | "id"
    | "titleEn"
    | "titleFa"
    | "venueEn"
    | "venueFa"
    | "categories"
    | "tags"
    | "imageUrl"
    | "imageFocus"
  >;

/**
 * The card of an event: what it is, when and where, in the calendar of the language. No price:
 * others keep cards for weeks.
 * @param siteName in the language of the card
 */
export function eventCard(
  event: CardEvent,
  city: City | undefined,
  locale: Locale,
  siteName: string,
): SocialCard {
  const t = translatorFor(locale);
  const { id, lifecycle, price } = event;
  const [name] = event.categories;
  // As of its next date: the same card until then.
  const kept = eventFacts(event, { ...readerOf(locale), now: event.startsAt, city }).kept();
  const place = placeOf(event, city, locale);
  const facts: CardFacts = {
    locale,
    kicker:
      lifecycle === "scheduled"
        ? ((name && categoryView(name, locale)?.label) ?? "")
        : t(`events:${lifecycle}`),
    state: lifecycle,
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    ...kept,
    where: listOf(locale, [place.venue, place.city]),
    price:
      lifecycle === "scheduled" && price !== null
        ? priceFacts(event, locale, event.startsAt).whole
        : "",
    color: categoryColor(name),
    siteName,
  };
  const shown = shownPicture(event.imageUrl);
  const photo = shown === null ? null : { path: shown, focus: event.imageFocus };
  const look = coverLook(event);
  if (look)
    return cardOf(
      facts,
      `${id} ${Object.values(look).join("-")}`,
      async (shape, shipped) =>
        drawCover(look, await readMotif(shipped, look.motif), cardPictureRatio(shape)),
      photo,
    );
  return cardOf(
    facts,
    id,
    (shape) =>
      girih(id, facts.color, {
        ratio: cardPictureRatio(shape),
        focus: CENTER,
        flat: shape !== "poster",
      }),
    photo,
  );
}

const CENTER = [0.5, 0.5] as const;

/** The card of a city's page, with its picture. */
export function cityCard(city: City, locale: Locale, siteName: string): SocialCard {
  const names = cityNames(city, locale);
  const facts: CardFacts = {
    locale,
    kicker: countryName(city, locale),
    state: "scheduled",
    title: listTexts(names.name, undefined, locale).title,
    tile: null,
    when: "",
    where: translatorFor(locale)("pages:card.city"),
    other: names.otherName ?? "",
    color: FAMILY_COLORS.firoozeh,
    siteName,
  };
  return cardOf(facts, city.slug, (shape) => cityScape(city.slug, cardPictureRatio(shape)));
}

/** The card of a public collection. @param color name of a family */
export function collectionSocialCard(
  { id, name, owner, color }: { id: string; name: string; owner: string; color: string },
  locale: Locale,
  siteName: string,
): SocialCard {
  const t = translatorFor(locale);
  const facts: CardFacts = {
    locale,
    kicker: t("pages:card.collection"),
    state: "scheduled",
    title: name,
    tile: null,
    when: "",
    where: t("pages:card.by", { owner }),
    other: "",
    color: FAMILY_COLORS[color as keyof typeof FAMILY_COLORS] ?? FAMILY_COLORS.firoozeh,
    siteName,
  };
  return cardOf(facts, id, (shape) =>
    girih(id, facts.color, { ratio: cardPictureRatio(shape), focus: CENTER, flat: true }),
  );
}

/** The card as the picture of a page's head. */
export function cardHead(
  origin: string,
  { of, id }: Pick<CardAddress, "of" | "id">,
  { facts, version }: SocialCard,
): Pick<PageHeadData, "image" | "imageFacts"> {
  const { locale, title, tile, when, where } = facts;
  const day = tile?.slice(0, 3).join(" ");
  return {
    image: origin + cardPath({ of, id, version, locale, form: "card" }),
    imageFacts: {
      width: 1200,
      height: 630,
      alt: [title, day, when, where].filter(Boolean).join(" · "),
    },
  };
}
