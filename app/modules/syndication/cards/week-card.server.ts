import type { Locale } from "../../../i18n/locale";
import { dateParts, inOtherCalendar, readerOf, startOfDay } from "../../../lib/dates/dates.server";
import { cityScape } from "../../../lib/drawing/city-scape";
import { FAMILY_COLORS } from "../../../lib/drawing/palette";
import { type CardFacts, cardPictureRatio } from "../../../lib/drawing/social-card";
import type { City } from "../../cities/queries.server";
import { weekDays, weekNumber } from "../../discovery/weeks/present-week.server";
import {
  type PublishedWeek,
  pickedBy,
  weekTitle,
} from "../../discovery/weeks/published-week.server";
import { cardOf, type SocialCard } from "./card-facts.server";

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
    kicker: weekNumber(week, locale),
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
