import { data } from "@remix-run/cloudflare";
import { inArray, sql } from "drizzle-orm";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { presentReport } from "~/components/moderation/event-details.server";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { columnsOf } from "~/lib/runtime/sql-columns.server";
import { formatNumber } from "~/lib/text/money";
import { citiesById } from "~/modules/cities/queries.server";
import { formatDays } from "~/modules/events/present/event-times.server";
import { cityName } from "~/modules/events/present/present-event.server";
import type { InboxRow } from "~/modules/review/inbox/list-inbox.server";
import { openWeight } from "~/modules/review/moderation/flag-event.server";
import {
  countReports,
  listReports,
  WithdrawReports,
  withdrawReports,
} from "~/modules/review/moderation/reports.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { events } from "../../../../db/schema/index";
import { pausesNow, presentPause } from "../hiding-pause.server";
import type { ReviewForm, reviewPaths } from "./scopes.server";

/** Reports shown on a card. The case shows all. */
const SHOWN = 3;

type Report = Parameters<typeof presentReport>[0];

interface Listed {
  rows: readonly InboxRow[];
  params: URLSearchParams;
  paths: ReturnType<typeof reviewPaths>;
}

/**
 * What `/admin/flagged-events` shows beyond its cases: the latest reports of each on its card, all
 * open reports on their own tab, and whether automatic hiding pauses.
 */
export async function presentFlagged(
  context: SignedInContext,
  { rows, params, paths: at }: Listed,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const isList = at.tab === "reports";
  const [[cards, pauses], reported, total] = await Promise.all([
    deps.db.batch([
      cardsStatement(
        context,
        rows.map(({ id }) => id),
      ),
      pausesNow(deps),
    ]),
    isList ? listReports(deps, signedIn, params.get("after")) : { rows: [], nextCursor: null },
    isList ? countReports(deps, signedIn) : null,
  ]);
  const [{ moderation }, cities] = await Promise.all([settingsOf(deps), citiesById(deps)]);
  return {
    paused: presentPause(pauses, context),
    cards: Object.fromEntries(
      cards.map((card) => {
        const reports = JSON.parse(card.reports) as Report[];
        const view = {
          facts: listOf(locale, [
            formatDays(card, context),
            cityName(cities.get(card.cityId), locale),
          ]),
          count:
            card.flagCount === 0
              ? t("moderation:flagged.byStaff")
              : t("moderation:flagged.count", { count: card.flagCount }),
          weight: t("moderation:reports.sum", {
            weight: formatNumber(card.weight, locale),
            limit: formatNumber(moderation.minReportsForAutoFlag, locale),
          }),
          reports: reports.map((report) => presentReport(report, context)),
          more:
            card.flagCount > reports.length
              ? t("moderation:flagged.more", { count: card.flagCount - reports.length })
              : null,
          /** Report form. A report by staff hides the event immediately. */
          hide: paths.reportEvent(card.id),
        };
        return [card.id, view];
      }),
    ),
    /** Every open report; null on the other tabs. */
    reports: isList
      ? reported.rows.map((row) => ({
          ...presentReport(row, context),
          title: localized({ en: row.titleEn, fa: row.titleFa }, locale),
          titleLang: locale === "fa" && !row.titleFa ? ("en" as const) : undefined,
          status: row.status,
          statusLabel: t(`authoring:status.${row.status}`),
          details: at.to({ event: row.eventId }),
        }))
      : null,
    nextCursor: reported.nextCursor,
    /** Number of reports; null on the other tabs. */
    total,
    /** Whether all checkboxes are initially checked. */
    isAllChosen: params.get("all") === "1",
    chooseAll: at.to({ all: "1" }),
    /** Whether the dialog of the open case starts at the reason. */
    isRejecting: params.has("reject"),
  };
}

/** Statement: the facts of cards, each with its latest reports. */
const cardsStatement = ({ deps }: SignedInContext, ids: readonly string[]) =>
  deps.db
    .select({
      ...columnsOf({
        id: events.id,
        cityId: events.cityId,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        timeZone: events.timeZone,
        allDay: events.allDay,
        flagCount: events.flagCount,
      }),
      weight: openWeight(sql`events.id`).as("open_weight"),
      reports:
        sql<string>`(SELECT json_group_array(json_object('userId', user_id, 'reason', reason, 'note', note, 'at', created_at,
          'weight', weight, 'uncounted', uncounted, 'reporter', name)) FROM
        (SELECT f.user_id, f.reason, f.note, f.created_at, f.weight, f.uncounted, u.display_name AS name FROM event_flags f LEFT JOIN users u ON u.id = f.user_id
         WHERE f.event_id = events.id AND f.outcome IS NULL ORDER BY f.created_at DESC LIMIT ${sql.raw(String(SHOWN))}))`.as(
          "reports",
        ),
    })
    .from(events)
    .where(inArray(events.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`));

/**
 * Withdraws the reports of the selected accounts. @returns the refused form
 * @throws Response the redirect back
 */
export async function withdrawAction({ context, request, form, to }: ReviewForm) {
  const { deps, signedIn, locale } = context;
  const refused = (failure: Pick<DecisionFailureView, "issues">) =>
    data(
      { failure: { event: "", message: null, reason: "", ...failure }, note: null },
      { status: 400 },
    );
  return expecting(
    { invalid: ({ issues }) => refused({ issues: fieldMessages(issues, locale) }) },
    async () => {
      const accounts = form.getAll("account").map(String);
      const input = parseInput(WithdrawReports, { accounts });
      const { reports, restored } = await withdrawReports(deps, signedIn, input);
      throw redirectWithToast(request, to(), {
        kind: "success",
        text:
          restored > 0 ? "moderation:reports.withdrawnAndRestored" : "moderation:reports.withdrawn",
        values: { count: reports, restored: formatNumber(restored, locale) },
      });
    },
  );
}
