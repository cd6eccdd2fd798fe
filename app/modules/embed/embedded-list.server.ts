import type { Locale } from "../../i18n/locale";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import type { EventCardView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { listEvents } from "../events/list-events.server";
import { listTexts } from "../events/list-texts.server";
import { parseEventQuery } from "../events/parse-event-query";
import { cityName, presentCard } from "../events/present-event.server";
import { settingsOf } from "../settings/platform-settings.server";
import type { EmbedQuery } from "./schema";

/** The next events of a city or category, for other sites. Addresses are absolute. */
export interface EmbeddedList {
  locale: Locale;
  title: string;
  /** The whole list, here. */
  href: string;
  events: (EventCardView & { whole: string })[];
  words: { nothing: string; more: string; name: string };
}

export async function embeddedList(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  { city, category, limit }: EmbedQuery,
): Promise<EmbeddedList> {
  const params = new URLSearchParams({ ...(city && { city }), ...(category && { category }) });
  const { query } = parseEventQuery(params);
  const [list, { branding }] = await Promise.all([listEvents(deps, { ...query, limit }), settingsOf(deps)]);
  const reader = readerOf(locale);
  const now = deps.clock.now();
  const t = calendarTexts(locale);
  const place = list.city ? cityName(list.city, locale) : null;
  return {
    locale,
    title: listTexts(place, query.categories[0], locale).title,
    href: `${origin}${paths.events({ city: list.city?.slug, category, lang: locale })}`,
    events: list.events.map((event) => {
      const card = presentCard(event, { ...reader, now, cities: list.cities, saved: null });
      return { ...card, whole: `${origin}${paths.inLanguage(card.href, locale)}` };
    }),
    words: { nothing: t("calendar:embed.nothing"), more: t("calendar:embed.more"), name: branding.companyName[locale] },
  };
}
