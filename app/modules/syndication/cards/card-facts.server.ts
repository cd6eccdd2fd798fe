import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { type CardAddress, type CardForm, cardPath } from "../../../lib/drawing/card-address";
import { coverLook, drawCover } from "../../../lib/drawing/cover";
import { girih, hashSeed } from "../../../lib/drawing/girih";
import { readMotif } from "../../../lib/drawing/motifs";
import { FAMILY_COLORS } from "../../../lib/drawing/palette";
import { type CardFacts, cardPictureRatio } from "../../../lib/drawing/social-card";
import { categoryColor } from "../../../lib/event/categories";
import type { ImageFocus } from "../../../lib/event/event-fields";
import type { PageHeadData } from "../../../lib/pages/views";
import { cityNames, countryName } from "../../cities/present-city.server";
import type { City } from "../../cities/queries.server";
import { cityScape } from "../../cities/skyline/city-scape";
import type { EventRow } from "../../events/event-columns.server";
import { listTexts } from "../../events/list/request-text.server";
import { eventFacts, priceFacts } from "../../events/present/event-facts.server";
import type { FactsEvent } from "../../events/present/event-times.server";
import { categoryView, placeOf } from "../../events/present/present-event.server";
import { shownPicture } from "../../media/media-files";

/** The organizer's picture on a card: its address here, and the part to keep. */
interface CardPhoto {
  path: string;
  focus: ImageFocus;
}

/** Types that the renderer of cards reads. */
const DRAWN = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);
/** Larger files would take the renderer's memory twice, bytes. */
const LARGEST = 4_000_000;
/** Of base64 at once: longer lists of arguments overflow the stack, bytes. */
const PIECE = 8_190;

const AT: Record<string, "Min" | "Max"> = { left: "Min", top: "Min", right: "Max", bottom: "Max" };

/** How SVG keeps a part of a picture that fills its frame: `xMidYMin slice`. */
function aspectOf(focus: ImageFocus): string {
  const parts = focus.split("-");
  const on = (sides: readonly string[]) => AT[parts.find((part) => sides.includes(part)) ?? ""];
  return `x${on(["left", "right"]) ?? "Mid"}Y${on(["top", "bottom"]) ?? "Mid"} slice`;
}

async function readBytes(
  { media, shipped }: Pick<Deps, "media" | "shipped">,
  path: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const stored = await media.get(path.replace(/^\/media\//, ""));
  if (stored && stored.size > LARGEST) {
    await stored.body.cancel();
    return null;
  }
  // Pictures of the samples are files beside the Worker.
  const response = stored ? new Response(stored.body) : await shipped(path);
  const type = stored?.contentType ?? response.headers.get("Content-Type") ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  return DRAWN.has(type) && bytes.length <= LARGEST ? { bytes, type } : null;
}

/** The picture as SVG of a shape; null where it cannot be drawn, and a cover takes its place. */
export async function drawPhoto(
  deps: Pick<Deps, "media" | "shipped">,
  { path, focus }: CardPhoto,
  ratio: number,
): Promise<string | null> {
  const found = await readBytes(deps, path);
  if (!found) return null;
  const pieces: string[] = [];
  for (let at = 0; at < found.bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...found.bytes.subarray(at, at + PIECE))));
  const [width, height] = [Math.round(1000 * ratio), 1000];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><image width="${width}" height="${height}" preserveAspectRatio="${aspectOf(focus)}" href="data:${found.type};base64,${pieces.join("")}"/></svg>`;
}

/** The organizer's picture, where there is one that can be shown. */
export function photoOf({
  imageUrl,
  imageFocus,
}: Pick<EventRow, "imageUrl" | "imageFocus">): CardPhoto | null {
  const path = shownPicture(imageUrl);
  return path === null ? null : { path, focus: imageFocus };
}

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
  const photo = photoOf(event);
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

/** Of the lit star of a card's girih. */
export const CENTER = [0.5, 0.5] as const;

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
