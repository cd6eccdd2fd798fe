import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts, inOtherCalendar, readerOf, startOfDay } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { type CardAddress, parseWeekCardId } from "../../../lib/drawing/card-address";
import { coverPath } from "../../../lib/drawing/cover-address";
import { girih } from "../../../lib/drawing/girih";
import { FAMILY_COLORS } from "../../../lib/drawing/palette";
import { qrPath } from "../../../lib/drawing/qr-path";
import {
  type CardFacts,
  cardPictureRatio,
  type PosterFoot,
} from "../../../lib/drawing/social-card";
import { AppError } from "../../../lib/errors";
import { categoryColor } from "../../../lib/event/categories";
import { hostFacet } from "../../../lib/event/host-keys";
import { paths } from "../../../lib/paths";
import { isUuid } from "../../../lib/runtime/ids";
import { type City, findCityById, findCityBySlug } from "../../cities/queries.server";
import { cityScape } from "../../cities/skyline/city-scape";
import {
  type PublishedWeek,
  pickedBy,
  readPublishedWeek,
  weekDays,
  weekName,
  weekTitle,
} from "../../discovery/weeks/published-week.server";
import { getListedEvent } from "../../events/get-event.server";
import { findListedHost, type Host, hostName, venuePlace } from "../../hosts/find-host.server";
import { emblemOf } from "../../hosts/host-emblem";
import { countHostEvents, hasPage } from "../../hosts/host-events.server";
import { collectionName, getReadableCollection } from "../../saved/queries.server";
import {
  CENTER,
  cardOf,
  cityCard,
  collectionSocialCard,
  eventCard,
  photoOf,
  type SocialCard,
} from "./card-facts.server";

/** The card of the page of a venue or an organizer, over its picture or what stands for it. */
export function hostCard(host: Host, locale: Locale, siteName: string): SocialCard {
  const t = translatorFor(locale);
  const { name } = hostName(host.row, locale);
  const otherName = hostName(host.row, locale === "fa" ? "en" : "fa").name;
  const emblem = emblemOf({ ...host.row, city: host.city });
  const color =
    emblem.kind === "girih" ? categoryColor(emblem.category ?? undefined) : FAMILY_COLORS.firoozeh;
  const facts: CardFacts = {
    locale,
    kicker: t(`pages:host.${host.kind}`),
    state: "scheduled",
    title: name,
    tile: null,
    when: "",
    where: host.kind === "venue" ? venuePlace(host, locale) : t("pages:card.organizer"),
    other: otherName === name ? "" : otherName,
    color,
    siteName,
  };
  return cardOf(
    facts,
    coverPath(emblem),
    (shape) => {
      const ratio = cardPictureRatio(shape);
      return emblem.kind === "city"
        ? cityScape(emblem.slug, ratio)
        : girih(`${emblem.category}-${emblem.number}`, color, { ratio, focus: CENTER, flat: true });
    },
    photoOf(host.row),
  );
}

/** The card of a city's weekly picks, over the picture of the city. */
export function weekCard(
  city: City,
  { week, found, picks }: PublishedWeek,
  locale: Locale,
  siteName: string,
): SocialCard {
  const reader = readerOf(locale);
  const first = dateParts(startOfDay(week.first, city.timeZone), city.timeZone, reader);
  const facts: CardFacts = {
    locale,
    kicker: weekName(week, city, reader),
    state: "scheduled",
    title: weekTitle(city, picks.length, locale),
    tile: [first.weekday, first.day, first.month],
    when: weekDays(week, city, reader),
    where: pickedBy(found, locale),
    other: weekDays(week, city, inOtherCalendar(reader)),
    color: FAMILY_COLORS.zafaran,
    siteName,
  };
  return cardOf(facts, `${city.slug} ${week.key}`, (shape) =>
    cityScape(city.slug, cardPictureRatio(shape)),
  );
}

/**
 * The card at an address, as its subject is now: its version may differ. What not everyone may see
 * has none.
 * @throws AppError("not-found")
 */
export async function readCard(
  deps: Pick<Deps, "db" | "memo" | "clock" | "siteUrl">,
  { of, id, locale, form }: CardAddress,
  siteName: string,
): Promise<SocialCard & { foot?: PosterFoot }> {
  if (of === "cities") {
    const city = await findCityBySlug(deps, id);
    if (!city) throw new AppError("not-found");
    return cityCard(city, locale, siteName);
  }
  if (of === "weeks") {
    const asked = parseWeekCardId(id);
    const city = asked && (await findCityBySlug(deps, asked.slug));
    const published = asked && city && (await readPublishedWeek(deps, city, asked.key));
    if (!city || !published || published.picks.length === 0) throw new AppError("not-found");
    return weekCard(city, published, locale, siteName);
  }
  if (!isUuid(id)) throw new AppError("not-found");
  if (of === "venues" || of === "organizers") {
    const kind = of === "venues" ? "venue" : "organizer";
    const host = await findListedHost(deps, kind, id);
    if (!host || !hasPage(host.row, await countHostEvents(deps, hostFacet(kind, id))))
      throw new AppError("not-found");
    return hostCard(host, locale, siteName);
  }
  if (of === "collections") {
    const { collection, owner } = await getReadableCollection(deps, null, id);
    const name = collectionName(collection, locale);
    return collectionSocialCard(
      { id, name, owner: owner.displayName, color: collection.color },
      locale,
      siteName,
    );
  }
  const event = await getListedEvent(deps, id);
  const card = eventCard(event, await findCityById(deps, event.cityId), locale, siteName);
  if (form !== "poster") return card;
  const foot: PosterFoot = {
    qr: qrPath(new URL(paths.event(id), deps.siteUrl).href),
    title: translatorFor(locale)("pages:card.poster"),
    address: new URL(deps.siteUrl).host,
    organizer: localized({ en: event.organizerEn ?? "", fa: event.organizerFa }, locale),
  };
  return { ...card, foot };
}
