import { translatorFor } from "~/i18n/messages.server";
import { formatDate, localDay } from "~/lib/dates/dates.server";
import { addDays } from "~/lib/dates/days";
import { DAY } from "~/lib/dates/durations";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { type City, listCities } from "~/modules/cities/queries.server";
import { citiesNamed } from "~/modules/cities/search-cities.server";
import { type NumberedWeek, numberedWeekOf } from "~/modules/discovery/weeks/numbered-week";
import { publishingTime } from "~/modules/discovery/weeks/publish-weeks.server";
import { weekDays } from "~/modules/discovery/weeks/published-week.server";
import { type CityWeek, weeksBetween } from "~/modules/discovery/weeks/queries.server";
import { subscriberCounts } from "~/modules/discovery/weeks/subscriptions.server";
import { cityName } from "~/modules/events/present/present-event.server";

const WORDS_LENGTH = 80;
/** By the next week: all, those without an editor's picks, those with. */
const WEEK_FILTERS = ["all", "open", "picked"] as const;

/** Data of `/admin/weeks`: the picks of this and the next week for every city with events. */
export async function weeksLoader(
  { deps, locale, calendar, origin, seo, signedIn }: RequestContext,
  params: URLSearchParams,
) {
  assertCan(signedIn, "city:manage");
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const show = WEEK_FILTERS.find((name) => name === params.get("show")) ?? "all";
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [cities, weeks, subscribers] = await Promise.all([
    listCities(deps),
    weeksBetween(deps, day(now - 10 * DAY), day(now + 15 * DAY)),
    subscriberCounts(deps),
  ]);
  const known = new Map(weeks.map((week) => [`${week.cityId} ${week.firstDay}`, week]));
  const reader = { locale, calendar };
  const cell = (city: City, week: NumberedWeek) => {
    const found = known.get(`${city.id} ${week.first}`);
    const state = stateOf(found);
    return {
      href: paths.adminWeek(city.slug, week.key),
      days: weekDays(week, city, reader),
      state,
      label: t(`weeks:admin.state.${state}`, {
        date: formatDate(publishingTime(week, city), city.timeZone, reader, { year: false }),
      }),
    };
  };
  return {
    head: pageHead({ origin, locale, seo }, paths.adminWeeks(), {
      title: t("weeks:admin.title"),
      noindex: true,
    }),
    q,
    show,
    filters: WEEK_FILTERS.map((value) => ({
      value,
      label: t(`weeks:admin.show.${value}`),
      href: paths.adminWeeks({ q: q || null, show: value === "all" ? null : value }),
    })),
    rows: citiesNamed(cities, q)
      .filter(({ upcomingCount }) => upcomingCount > 0)
      .map((city) => {
        const present = numberedWeekOf(localDay(now, city.timeZone), city.countryCode);
        return {
          slug: city.slug,
          name: cityName(city, locale),
          weeks: [present, numberedWeekOf(addDays(present.last, 1), city.countryCode)].map((week) =>
            cell(city, week),
          ),
          subscribers: formatNumber(subscribers.get(city.id) ?? 0, locale),
        };
      })
      .filter(({ weeks: [, next] }) => {
        if (show === "all" || !next) return true;
        const isOpen = next.state === "none" || next.state === "automatic";
        return show === "open" ? isOpen : !isOpen;
      }),
  };
}

const stateOf = (week: CityWeek | undefined): "none" | "automatic" | "waiting" | "published" =>
  !week
    ? "none"
    : week.isAutomatic
      ? "automatic"
      : week.publishedAt === null
        ? "waiting"
        : "published";
