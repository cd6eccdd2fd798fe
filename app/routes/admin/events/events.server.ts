import { eventDetails, presentDecided } from "~/components/moderation/event-details.server";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatTime, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { CATEGORIES } from "~/lib/event/categories";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import { listCities } from "~/modules/cities/queries.server";
import { REASON_MAX } from "~/modules/events/decision.server";
import { categoryView, cityName, coverOf } from "~/modules/events/present/present-event.server";
import { recentDecisions } from "~/modules/review/inbox/my-decisions.server";
import {
  ALL_SORTS,
  type AllEventsQuery,
  listAllEvents,
} from "~/modules/review/moderation/list-all-events.server";
import { EVENT_STATUSES } from "../../../../db/schema/index";

export type AllEventsView = Awaited<ReturnType<typeof allEventsLoader>>;
export type AllEventsRowView = AllEventsView["rows"][number];

const WORDS_MAX = 100;
/** Optional columns. The first four are visible by default. */
const COLUMNS = ["city", "creator", "starts", "created", "reports", "views", "saves"] as const;
const USUAL_COLUMNS: readonly string[] = COLUMNS.slice(0, 4);
/** Drafts are private to their author. Withdrawn events are drafts again. */
const STATUSES = EVENT_STATUSES.filter((status) => status !== "draft");

const yesNo = (value: string | null) => (value === "yes" ? true : value === "no" ? false : null);

/** Raw query parameters, for the form and for links that keep them. */
function readAllEventsQuery(params: URLSearchParams) {
  const one = (name: string) => params.get(name) ?? "";
  return {
    q: one("q").trim().slice(0, WORDS_MAX),
    status: one("status"),
    city: one("city"),
    category: one("category"),
    featured: one("featured"),
    active: one("active"),
    when: one("when"),
    sort: one("sort"),
    column: params.getAll("column").filter((name) => COLUMNS.some((known) => known === name)),
  };
}

/**
 * Data of `/admin/events`: all submitted events, searched, filtered and sorted (product.md §2).
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function allEventsLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, calendar, origin, seo, timeZone } = context;
  const t = translatorFor(locale);
  const typed = readAllEventsQuery(params);
  const cities = await listCities(deps);
  const byId = new Map(cities.map((city) => [city.id, city]));
  const sort = ALL_SORTS.find((name) => name === typed.sort) ?? "newest";
  const query: AllEventsQuery = {
    words: typed.q,
    status: EVENT_STATUSES.find((status) => status === typed.status) ?? null,
    cityId: cities.find(({ slug }) => slug === typed.city)?.id ?? null,
    category: CATEGORIES.find(({ slug }) => slug === typed.category)?.name ?? null,
    featured: yesNo(typed.featured),
    active: yesNo(typed.active),
    when: typed.when === "upcoming" || typed.when === "past" ? typed.when : null,
    sort,
    cursor: params.get("after"),
  };
  const after = params.get("after");
  const trail = pageTrail(params);
  const here = (
    more: {
      after?: string | null;
      back?: readonly string[];
      event?: string;
      delete?: string;
      sort?: string;
    } = {},
  ) =>
    paths.adminEvents({
      ...typed,
      ...(more.sort === undefined ? null : { sort: more.sort }),
      ...more,
    });
  const [opened, deleted] = [params.get("event"), params.get("delete")].map((id) =>
    id !== null && isUuid(id) ? id : null,
  );
  const [list, recent, details] = await Promise.all([
    listAllEvents(deps, signedIn, query),
    recentDecisions(deps, signedIn),
    opened || deleted ? eventDetails(context, deleted ?? opened ?? "") : null,
  ]);
  const reader = { locale, calendar };
  const columns = typed.column.length > 0 ? typed.column : USUAL_COLUMNS;
  const isFiltered = Object.entries(typed).some(
    ([name, value]) => name !== "sort" && name !== "column" && value !== "",
  );
  return {
    head: pageHead({ origin, locale, seo }, paths.adminEvents(), {
      title: t("moderation:events.title"),
      description: t("moderation:events.lead"),
      noindex: true,
    }),
    query: { ...typed, sort },
    decided: await presentDecided(context, recent, (one) => ({
      name: "",
      href: paths.adminInbox({ case: `${one.kind}-${one.id}` }),
    })),
    mayIngest: can(signedIn, "ingestion:manage"),
    isFiltered,
    statuses: STATUSES.map((value) => ({ value, label: t(`authoring:status.${value}`) })),
    cities: cities
      .map((city) => ({ value: city.slug, label: cityName(city, locale) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale)),
    categories: CATEGORIES.map(({ name, slug }) => ({
      value: slug,
      label: categoryView(name, locale)?.label ?? name,
    })),
    columns: COLUMNS.map((name) => ({
      name,
      label: t(`moderation:events.column.${name}`),
      isShown: columns.includes(name),
    })),
    sorts: ALL_SORTS.map((value) => ({ value, label: t(`moderation:events.sort.${value}`) })),
    /** Link and current order of each sortable column. */
    heads: {
      starts: {
        href: here({ sort: sort === "soonest" ? "latest" : "soonest" }),
        order: orderOf(sort, "soonest", "latest"),
      },
      created: {
        href: here({ sort: sort === "newest" ? "oldest" : "newest" }),
        order: orderOf(sort, "oldest", "newest"),
      },
    },
    rows: list.rows.map((row) => ({
      id: row.id,
      version: row.version,
      title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
      titleLang: locale === "fa" && !row.titleFa ? ("en" as const) : undefined,
      cover: coverOf(row),
      focus: row.imageFocus,
      status: row.status,
      statusLabel: t(`authoring:status.${row.status}`),
      lifecycle:
        row.lifecycle === "scheduled"
          ? null
          : { status: row.lifecycle, label: t(`events:${row.lifecycle}`) },
      isFeatured: row.isFeatured,
      isActive: row.isActive,
      cells: {
        city: cityName(byId.get(row.cityId), locale),
        creator: row.creator ?? "",
        starts: listOf(locale, [
          shortDate(row.startsAt, row.timeZone, reader),
          row.allDay ? "" : formatTime(row.startsAt, row.timeZone, locale),
        ]),
        created: shortDate(row.createdAt, timeZone ?? USUAL_ZONE, reader),
        reports: formatNumber(row.flagCount, locale),
        views: formatNumber(row.viewCount, locale),
        saves: formatNumber(row.saveCount, locale),
      },
      details: here({ event: row.id, ...trail.here }),
      edit: paths.editEvent(row.id),
      remove: here({ delete: row.id, ...trail.here }),
      decide:
        row.status === "pending"
          ? paths.adminPendingEvents({ event: row.id })
          : row.status === "flagged"
            ? paths.adminFlaggedEvents({ event: row.id })
            : null,
    })),
    total: list.total === null ? undefined : totalText(list.total, locale),
    hasLookedAtSome: list.hasLookedAtSome,
    next: list.nextCursor && here(trail.nextTo(list.nextCursor)),
    previous: trail.previous && here(trail.previous),
    reasonMax: REASON_MAX,
    start: after === null ? null : here(),
    details,
    dialog: details === null ? null : deleted ? ("delete" as const) : ("details" as const),
    /** Form action that keeps the details open. */
    open: details && here({ event: details.id, ...trail.here }),
    here: here(trail.here),
  };
}

const orderOf = (sort: string, rising: string, falling: string) =>
  sort === rising ? ("ascending" as const) : sort === falling ? ("descending" as const) : undefined;

function shortDate(at: number, timeZone: string, reader: Reader): string {
  const { day, monthShort, year } = dateParts(at, timeZone, reader);
  return `${day} ${monthShort} ${year}`;
}
