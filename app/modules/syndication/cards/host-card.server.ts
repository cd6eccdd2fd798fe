import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { cityScape } from "../../../lib/drawing/city-scape";
import { girih } from "../../../lib/drawing/girih";
import { FAMILY_COLORS } from "../../../lib/drawing/palette";
import { type CardFacts, cardPictureRatio } from "../../../lib/drawing/social-card";
import { type Host, hostName } from "../../hosts/find-host.server";
import { venuePlace } from "../../hosts/venue-place.server";
import { cardOf, type SocialCard } from "./card-facts.server";

/** The card of the page of a venue, over the picture of its city, or of an organizer. */
export function hostCard(host: Host, locale: Locale, siteName: string): SocialCard {
  const t = translatorFor(locale);
  const { id } = host.row;
  const { name } = hostName(host.row, locale);
  const otherName = hostName(host.row, locale === "fa" ? "en" : "fa").name;
  const facts: CardFacts = {
    locale,
    kicker: t(`pages:host.${host.kind}`),
    state: "scheduled",
    title: name,
    tile: null,
    when: "",
    where: host.kind === "venue" ? venuePlace(host, locale) : t("pages:card.organizer"),
    other: otherName === name ? "" : otherName,
    color: host.kind === "venue" ? FAMILY_COLORS.firoozeh : FAMILY_COLORS.lajvard,
    siteName,
  };
  return cardOf(facts, id, (shape) => {
    const ratio = cardPictureRatio(shape);
    return host.kind === "venue"
      ? cityScape(host.city.slug, ratio)
      : girih(id, facts.color, { ratio, focus: [0.5, 0.5], flat: true });
  });
}
