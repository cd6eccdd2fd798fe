import { localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { type CardAddress, parseWeekCardId } from "../../../lib/drawing/card-address";
import type { PosterFoot } from "../../../lib/drawing/social-card";
import { AppError } from "../../../lib/errors";
import { hostFacet } from "../../../lib/event/host-keys";
import { paths } from "../../../lib/paths";
import { isUuid } from "../../../lib/runtime/ids";
import { findCityById, findCityBySlug } from "../../cities/queries.server";
import { readPublishedWeek } from "../../discovery/weeks/published-week.server";
import { getListedEvent } from "../../events/get-event.server";
import { findListedHost } from "../../hosts/find-host.server";
import { countHostEvents, hasPage } from "../../hosts/host-events.server";
import { collectionName } from "../../saved/default-collection.server";
import { getReadableCollection } from "../../saved/queries.server";
import { cityCard, collectionSocialCard, eventCard, type SocialCard } from "./card-facts.server";
import { hostCard } from "./host-card.server";
import { qrPath } from "./qr-path";
import { weekCard } from "./week-card.server";

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
