import { data } from "@remix-run/cloudflare";
import { asc, desc, eq, sql } from "drizzle-orm";
import { eventDetails, presentReport } from "~/components/moderation/event-details.server";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { type CursorPosition, decodePosition, encodeCursor, NEWEST } from "~/lib/http/cursor";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { type Actor, assertCan } from "~/lib/permissions";
import { countRows } from "~/lib/runtime/count-rows.server";
import { isUuid } from "~/lib/runtime/ids";
import { columnsOf } from "~/lib/runtime/indexed-columns.server";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import { citiesById } from "~/modules/cities/queries.server";
import { formatDays } from "~/modules/events/present/event-times.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { hasOrganizerToNotify } from "~/modules/notifications/notify-creator.server";
import { openWeight } from "~/modules/review/moderation/flag-event.server";
import {
  clearReports,
  countReports,
  listReports,
  WithdrawReports,
  withdrawReports,
} from "~/modules/review/moderation/reports.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { events, users } from "../../../../db/schema/index";
import { type DecisionFailure, decisionAction } from "../decision-action.server";
import { pausesNow, presentPause } from "../hiding-pause.server";
import { notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";

export type FlaggedView = Awaited<ReturnType<typeof flaggedLoader>>;

const PAGE = 12;
/** Reports shown on a card. The details show all. */
const SHOWN = 3;

const FLAGGED_TABS = ["hidden", "public", "reports"] as const;
type FlaggedTab = (typeof FLAGGED_TABS)[number];

type Report = Parameters<typeof presentReport>[0];

/**
 * Queries of the card tabs. `INDEXED BY`, because the planner prefers an index on the status and
 * sorts.
 */
const LISTS = {
  /** Hidden events, longest hidden first. */
  hidden: {
    from: sql`events INDEXED BY events_flagged`,
    all: sql`events INDEXED BY events_flagged WHERE status = 'flagged' AND deleted_at IS NULL`,
    start: [-1, ""] as CursorPosition,
    behind: ([at, id]: CursorPosition) =>
      sql`events.status = 'flagged' AND events.deleted_at IS NULL AND (events.updated_at, events.id) > (${at}, ${id})`,
    order: [asc(events.updatedAt), asc(events.id)],
    placeOf: (row: { updatedAt: number; flagCount: number }) => row.updatedAt,
  },
  /** Public events with reports, most reported first. */
  public: {
    from: sql`events INDEXED BY events_reported`,
    all: sql`events INDEXED BY events_reported WHERE status = 'approved' AND flag_count > 0 AND deleted_at IS NULL`,
    start: NEWEST,
    behind: ([count, id]: CursorPosition) =>
      sql`events.status = 'approved' AND events.flag_count > 0 AND events.deleted_at IS NULL AND (events.flag_count, events.id) < (${count}, ${id})`,
    order: [desc(events.flagCount), desc(events.id)],
    placeOf: (row: { updatedAt: number; flagCount: number }) => row.flagCount,
  },
} as const;

/**
 * Reported events, each with its latest reports. @throws AppError("bad-request") for an invalid
 * cursor
 */
async function listReported(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor,
  tab: keyof typeof LISTS,
  cursor: string | null,
) {
  assertCan(actor, "event:moderate");
  const { from, start, behind, order, placeOf } = LISTS[tab];
  const { db } = deps;
  const list = db
    .select({
      ...columnsOf({
        id: events.id,
        titleEn: events.titleEn,
        titleFa: events.titleFa,
        cityId: events.cityId,
        imageUrl: events.imageUrl,
        imageFocus: events.imageFocus,
        categories: events.categories,
        tags: events.tags,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        timeZone: events.timeZone,
        allDay: events.allDay,
        flagCount: events.flagCount,
        updatedAt: events.updatedAt,
      }),
      version:
        sql<number>`events.version + coalesce((SELECT version FROM event_revisions WHERE event_id = events.id), 0)`.as(
          "seen_version",
        ),
      creator: sql<string | null>`${users.displayName}`.as("creator_name"),
      weight: openWeight(sql`events.id`).as("open_weight"),
      reports:
        sql<string>`(SELECT json_group_array(json_object('userId', user_id, 'reason', reason, 'note', note, 'at', created_at,
          'weight', weight, 'uncounted', uncounted, 'reporter', name)) FROM
        (SELECT f.user_id, f.reason, f.note, f.created_at, f.weight, f.uncounted, u.display_name AS name FROM event_flags f LEFT JOIN users u ON u.id = f.user_id
         WHERE f.event_id = events.id AND f.outcome IS NULL ORDER BY f.created_at DESC LIMIT ${sql.raw(String(SHOWN))}))`.as(
          "reports",
        ),
    })
    .from(from)
    .leftJoin(users, eq(users.id, events.creatorId))
    .where(behind(decodePosition(cursor, start)))
    .orderBy(...order)
    .limit(PAGE + 1);
  const [rows, pauses] = await deps.db.batch([list, pausesNow(deps)]);
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    pauses,
    rows: shown,
    nextCursor: last && rows.length > PAGE ? encodeCursor([placeOf(last), last.id]) : null,
  };
}

const idIn = (params: URLSearchParams, name: string) => {
  const id = params.get(name);
  return id !== null && isUuid(id) ? id : null;
};

const tabIn = (params: URLSearchParams): FlaggedTab =>
  FLAGGED_TABS.find((name) => name === params.get("tab")) ?? "hidden";

/**
 * Data of `/admin/flagged-events`: reported events or all reports, and the dialogs of the URL
 * (product.md §2).
 */
export async function flaggedLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, calendar, origin, seo } = context;
  const t = translatorFor(locale);
  const after = params.get("after");
  const trail = pageTrail(params);
  const tab = tabIn(params);
  const here = (query: Parameters<typeof paths.adminFlaggedEvents>[0] = {}) =>
    paths.adminFlaggedEvents({ tab: tab === "hidden" ? null : tab, ...trail.here, ...query });
  const [opened, rejected] = [
    idIn(params, "event"),
    tab === "hidden" ? idIn(params, "reject") : null,
  ];
  const [listed, reported, total, cities, details, notifiesOrganizer, { moderation }] =
    await Promise.all([
      tab === "reports"
        ? { rows: [], nextCursor: null, pauses: await pausesNow(deps) }
        : listReported(deps, signedIn, tab, after),
      tab === "reports" ? listReports(deps, signedIn, after) : { rows: [], nextCursor: null },
      tab === "reports" ? countReports(deps, signedIn) : countRows(deps, LISTS[tab].all),
      citiesById(deps),
      opened || rejected ? eventDetails(context, rejected ?? opened ?? "") : null,
      rejected !== null && hasOrganizerToNotify(deps, signedIn, rejected),
      settingsOf(deps),
    ]);
  const nextCursor = listed.nextCursor ?? reported.nextCursor;
  return {
    head: pageHead({ origin, locale, seo }, paths.adminFlaggedEvents(), {
      title: t("moderation:flagged.title"),
      description: t("moderation:flagged.lead"),
      noindex: true,
    }),
    tab,
    tabs: FLAGGED_TABS.map((name) => ({
      name,
      label: t(`moderation:reports.tab.${name}`),
      href: paths.adminFlaggedEvents({ tab: name === "hidden" ? null : name }),
    })),
    lead: t(`moderation:reports.lead.${tab}`),
    paused: presentPause(listed.pauses, context),
    cards: listed.rows.map((row) => {
      const reports = JSON.parse(row.reports) as Report[];
      return {
        id: row.id,
        version: row.version,
        title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
        titleLang: langOf(row, locale),
        cover: coverOf(row),
        focus: row.imageFocus,
        facts: listOf(locale, [
          formatDays(row, { locale, calendar }),
          cityName(cities.get(row.cityId), locale),
        ]),
        creator: row.creator,
        count:
          row.flagCount === 0
            ? t("moderation:flagged.byStaff")
            : t("moderation:flagged.count", { count: row.flagCount }),
        weight: t("moderation:reports.sum", {
          weight: formatNumber(row.weight, locale),
          limit: formatNumber(moderation.minReportsForAutoFlag, locale),
        }),
        reports: reports.map((report) => presentReport(report, context)),
        more:
          row.flagCount > reports.length
            ? t("moderation:flagged.more", { count: row.flagCount - reports.length })
            : null,
        details: here({ event: row.id }),
        reject: here({ reject: row.id }),
        /** Report form. A report by staff hides the event immediately. */
        hide: paths.reportEvent(row.id),
      };
    }),
    reports: reported.rows.map((row) => ({
      ...presentReport(row, context),
      title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
      titleLang: langOf(row, locale),
      status: row.status,
      statusLabel: t(`authoring:status.${row.status}`),
      details: here({ event: row.eventId }),
    })),
    /** Whether all checkboxes are initially checked. */
    isAllChosen: params.get("all") === "1",
    chooseAll: here({ all: "1" }),
    details,
    dialog: details === null ? null : rejected ? ("reject" as const) : ("details" as const),
    /** Whether an organizer receives the rejection's reason. */
    notifiesOrganizer,
    /** Form action that keeps the details open. */
    open: details && here({ event: details.id }),
    /** Reject link in the details of a hidden event. */
    reject: details && tab === "hidden" ? here({ reject: details.id }) : null,
    here: here(),
    next: nextCursor && here(trail.nextTo(nextCursor)),
    previous: trail.previous && here(trail.previous),
    start: trail.previous && here({ after: null, back: [] }),
    total: totalText(total, locale),
  };
}

const langOf = (row: { titleFa: string | null }, locale: SignedInContext["locale"]) =>
  locale === "fa" && !row.titleFa ? ("en" as const) : undefined;

/** Actions of `/admin/flagged-events`: approve, reject, notes and reports. */
export async function flaggedAction(context: SignedInContext, request: Request) {
  const form = await readForm(request);
  const params = new URL(request.url).searchParams;
  const tab = tabIn(params);
  const here = (event: string | null = null) =>
    paths.adminFlaggedEvents({
      tab: tab === "hidden" ? null : tab,
      event,
      ...pageTrail(params).here,
    });
  const intent = fieldOf(form, "intent");
  if (intent === "withdraw") return answerWithdrawal(context, request, form, here());
  if (intent === "clear") return answerClearing(context, request, form, here());
  await traitsAction(context, request, form, here);
  const note = await notesAction(context, request, form, here);
  if (note) return data({ failure: null, note }, { status: 400 });
  return decisionAction(
    context,
    request,
    form,
    here(),
    intent === "approve" ? "moderation:done.clear" : undefined,
  );
}

const refused = (issues: Record<string, string>, message: string | null, status: number) => {
  const failure: DecisionFailure = { event: "", message, issues, reason: "" };
  return data({ failure, note: null }, { status });
};

/** Withdraws the reports of the selected accounts. @throws Response the redirect to the list */
async function answerWithdrawal(
  { deps, signedIn, locale }: SignedInContext,
  request: Request,
  form: FormData,
  leadsTo: string,
) {
  return expecting(
    { invalid: ({ issues }) => refused(fieldMessages(issues, locale), null, 400) },
    async () => {
      const accounts = form.getAll("account").map(String);
      const input = parseInput(WithdrawReports, { accounts });
      const { reports, restored } = await withdrawReports(deps, signedIn, input);
      throw redirectWithToast(request, leadsTo, {
        kind: "success",
        text:
          restored > 0 ? "moderation:reports.withdrawnAndRestored" : "moderation:reports.withdrawn",
        values: { count: reports, restored: formatNumber(restored, locale) },
      });
    },
  );
}

/** Dismisses the reports of a public event. @throws Response the redirect to the list */
async function answerClearing(
  { deps, signedIn, locale }: SignedInContext,
  request: Request,
  form: FormData,
  leadsTo: string,
) {
  const id = fieldOf(form, "event");
  if (!isUuid(id)) throw new AppError("bad-request");
  const gone = () => refused({}, translatorFor(locale)("moderation:decided.gone"), 409);
  return expecting({ conflict: gone }, async () => {
    await clearReports(deps, signedIn, id);
    throw redirectWithToast(request, leadsTo, {
      kind: "success",
      text: "moderation:reports.cleared",
    });
  });
}
