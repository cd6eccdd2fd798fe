import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, localDay } from "~/lib/dates/dates.server";
import { addDays, weekdayOf } from "~/lib/dates/days";
import { DAY } from "~/lib/dates/durations";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { type City, listCities } from "~/modules/cities/queries.server";
import { citiesNamed } from "~/modules/cities/search-cities.server";
import { numberedWeekOf } from "~/modules/discovery/weeks/numbered-week";
import { publishingTime } from "~/modules/discovery/weeks/publish-weeks.server";
import { weeksBetween } from "~/modules/discovery/weeks/queries.server";
import { cityDayCounts } from "~/modules/events/list/city-day-counts.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { sourcesByCity } from "~/modules/intake/sources/queries.server";
import { waitingByCity } from "~/modules/review/inbox/count-cases.server";
import { waitOf } from "../waiting-texts.server";

/** Days of the strip, and of the number of events. */
const DAYS = 14;
const WEEK = 7;
/** Weeks back in which missing picks are counted. */
const WEEKS_BACK = 3;
/** From so many empty days on, a city needs another source. */
const THIN = 8;
const FILTERS = ["need", "all", "picks", "sources", "empty"] as const;
type Filter = (typeof FILTERS)[number];
/** Reasons in the order of need: what has a deadline first. */
const REASONS = ["deadline", "source", "waiting", "empty"] as const;

/** Days off, from Monday (1): Thursday and Friday in Iran and Afghanistan, else the weekend. */
const isDayOff = (day: string, countryCode: string) =>
  (countryCode === "IR" || countryCode === "AF" ? [4, 5] : [6, 7]).includes(weekdayOf(day) || 7);

/**
 * Data of `/admin/cities?view=board`: what each city needs, the neediest first, with the next thing
 * to do in each. A city that needs nothing is fine.
 */
export async function cityBoardPage(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, calendar, origin, seo } = context;
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const q = (params.get("q") ?? "").trim().slice(0, 80);
  const filter = FILTERS.find((name) => name === params.get("show")) ?? "need";
  const cities = await listCities(deps);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [counts, weeks, sources, { queues, total }] = await Promise.all([
    cityDayCounts(
      deps,
      cities.map(({ id }) => id),
      now + (DAYS + 1) * DAY,
    ),
    weeksBetween(deps, day(now - (WEEKS_BACK + 1) * WEEK * DAY), day(now + 15 * DAY)),
    can(signedIn, "ingestion:manage") ? sourcesByCity(deps, signedIn) : new Map<string, never>(),
    waitingByCity(deps, signedIn),
  ]);
  const picked = new Map(weeks.map((week) => [`${week.cityId} ${week.firstDay}`, week]));
  const say = (count: number) => formatNumber(count, locale);
  const reader = { locale, calendar };

  const rowOf = (city: City) => {
    const today = localDay(now, city.timeZone);
    const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at));
    const numbers = days.map((one) => counts.get(city.id)?.get(one) ?? 0);
    const most = Math.max(1, ...numbers);
    const empty = numbers.filter((count) => count === 0).length;
    const week = numbers.slice(0, WEEK).reduce((sum, count) => sum + count, 0);
    const own = sources.get(city.id) ?? { count: 0, broken: [] };
    const queue = queues.get(city.id) ?? null;
    const present = numberedWeekOf(today, city.countryCode);
    const next = numberedWeekOf(addDays(present.last, 1), city.countryCode);
    const dueAt = publishingTime(next, city);
    const isPicked = picked.get(`${city.id} ${next.first}`)?.isAutomatic === false;
    const missed = Array.from({ length: WEEKS_BACK }, (_, at) =>
      addDays(present.first, -WEEK * at),
    ).filter((first) => picked.get(`${city.id} ${first}`)?.isAutomatic !== false).length;
    const isDue = city.upcomingCount > 0 && !isPicked && dueAt > now && dueAt - now < DAY;
    const [broken] = own.broken;
    const time = formatTime(dueAt, city.timeZone, locale);
    const due =
      localDay(dueAt, city.timeZone) === today
        ? t("admin-cities:board.today", { time })
        : `${formatDate(dueAt, city.timeZone, reader, { year: false, weekday: false })}${locale === "fa" ? "،" : ","} ${time}`;
    const steps = {
      deadline: isDue && {
        icon: "star" as const,
        href: paths.adminWeek(city.slug, next.key),
        text: t("admin-cities:board.do.pick"),
        note: t("admin-cities:board.note.closes", { time: due }),
      },
      source: broken && {
        icon: "alert-triangle" as const,
        href: paths.adminSource(broken.id),
        text: t("admin-cities:board.do.repair", { name: broken.name }),
        note:
          broken.lastCheckedAt === null
            ? ""
            : t("admin-cities:board.note.broken", {
                wait: waitOf(broken.lastCheckedAt, deps, locale, "long"),
              }),
      },
      waiting: queue && {
        icon: "inbox" as const,
        href: paths.adminInbox({ city: city.slug }),
        text: t("admin-cities:board.do.decide", { count: queue.count }),
        note: t("admin-cities:board.note.oldest", {
          wait: waitOf(queue.oldest, deps, locale, "long"),
        }),
      },
      empty: empty >= THIN &&
        can(signedIn, "ingestion:manage") && {
          icon: "plus" as const,
          href: paths.adminNewSource({ city: city.slug }),
          text: t("admin-cities:board.do.source"),
          note: t("admin-cities:board.note.empty", { some: say(empty), days: say(DAYS) }),
        },
    };
    const reason = REASONS.find((name) => steps[name]) ?? null;
    return {
      slug: city.slug,
      href: paths.adminCity(city.slug),
      name: cityName(city, locale),
      week: say(week),
      days: days.map((one, at) => ({
        day: one,
        height: (numbers[at] ?? 0) / most,
        isOff: isDayOff(one, city.countryCode),
      })),
      strip: t("admin-cities:board.strip", { some: say(DAYS - empty), days: say(DAYS) }),
      empty: empty === 0 ? null : t("admin-cities:board.empty", { count: empty }),
      sources:
        own.broken.length > 0
          ? t("admin-cities:board.broken", {
              broken: say(own.broken.length),
              total: say(own.count),
            })
          : say(own.count),
      isBroken: own.broken.length > 0,
      missed: missed === 0 ? null : t("admin-cities:board.missed", { count: missed }),
      picks: isPicked
        ? t("admin-cities:board.picked")
        : dueAt > now
          ? due
          : t("admin-cities:board.closed", { time: due }),
      picksHref: paths.adminWeek(city.slug, next.key),
      isDue,
      isEmpty: empty > 0,
      waiting: say(queue?.count ?? 0),
      reason,
      step: (reason && steps[reason]) || null,
      /** Order within a reason. */
      weight: reason === "waiting" ? (queue?.count ?? 0) : empty,
    };
  };

  const all = cities.map(rowOf);
  const isIn: Record<Filter, (row: (typeof all)[number]) => boolean> = {
    need: ({ reason }) => reason !== null,
    all: () => true,
    picks: ({ isDue }) => isDue,
    sources: ({ isBroken }) => isBroken,
    empty: ({ isEmpty }) => isEmpty,
  };
  const named = new Set(citiesNamed(cities, q).map(({ slug }) => slug));
  const place = (reason: (typeof REASONS)[number] | null) =>
    reason === null ? REASONS.length : REASONS.indexOf(reason);
  const shown = all
    .filter((row) => isIn[filter](row) && named.has(row.slug))
    .sort((a, b) => place(a.reason) - place(b.reason) || b.weight - a.weight);
  const here = (show: Filter) =>
    paths.adminCities({ view: "board", show: show === "need" ? null : show, q: q || null });
  const fine =
    filter === "need" ? all.filter((row) => row.reason === null && named.has(row.slug)) : [];
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCities(), {
      title: t("admin-cities:board.title"),
      noindex: true,
    }),
    title: t("admin-cities:board.need", {
      need: say(all.filter(isIn.need).length),
      total: say(all.length),
    }),
    lead: t("admin-cities:board.lead", {
      picks: say(all.filter(isIn.picks).length),
      sources: say(all.reduce((sum, row) => sum + (row.isBroken ? 1 : 0), 0)),
      cases: say(total),
    }),
    q,
    show: filter,
    filters: FILTERS.map((name) => ({
      value: name,
      label: `${t(`admin-cities:board.show.${name}`)} ${say(all.filter(isIn[name]).length)}`,
      href: here(name),
    })),
    rows: shown,
    fine: fine.map(({ slug, name, href }) => ({ slug, name, href })),
    fineTitle: t("admin-cities:board.fine", { count: fine.length }),
  };
}
