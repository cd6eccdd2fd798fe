import { translatorFor } from "~/i18n/messages.server";
import { AppError, orNull } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import { citiesById } from "~/modules/cities/queries.server";
import { cancelRun, deleteRun, retryRun } from "~/modules/intake/ingestion/change-run.server";
import { OPEN_STATUSES } from "~/modules/intake/ingestion/find-candidate-duplicates.server";
import { countRuns, getRun, listRuns, runStats } from "~/modules/intake/ingestion/queries.server";
import { RUN_ACTIONS, type RunAction } from "~/modules/intake/ingestion/wizard";
import { candidateCounts } from "~/modules/review/inbox/count-cases.server";
import { RUN_STATUSES } from "../../../../db/schema/index";
import { presentRun } from "./present-run.server";

export type RunListView = Awaited<ReturnType<typeof runsLoader>>;

const ROWS = [10, 25, 50, 100] as const;
const USUAL_ROWS = 25;
/** Upper limit of concurrent runs. */
const ACTIVE_ROWS = 50;
const WORDS_MAX = 100;

const RUN_COMMANDS: Record<RunAction, typeof cancelRun> = {
  cancel: cancelRun,
  retry: retryRun,
  delete: deleteRun,
};

/** Links to the lists of candidates, with their counts. */
export async function candidateLists({ deps, signedIn, locale }: RequestContext) {
  const t = translatorFor(locale);
  const counts = await candidateCounts(deps, signedIn);
  return OPEN_STATUSES.map((status) => ({
    status,
    label: t(`ingestion:candidate.status.${status}`),
    count: formatNumber(counts[status], locale),
    href: paths.adminCandidates({ status }),
  }));
}

/** Data of `/admin/ai-ingestion`: active and past runs, and open candidates (product.md §2). */
export async function runsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, signedIn, locale, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const tab: "active" | "history" = params.get("tab") === "history" ? "history" : "active";
  const status = RUN_STATUSES.find((known) => known === params.get("status"));
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_MAX);
  const rows = ROWS.find((count) => String(count) === params.get("rows")) ?? USUAL_ROWS;
  const after = tab === "history" ? params.get("after") : null;
  const trail = pageTrail(params);
  const asked = params.get("delete") ?? "";
  const kept = tab === "history" ? { tab, q, status, rows: rows === USUAL_ROWS ? null : rows } : {};
  const filter =
    tab === "active" ? { status: "active" as const } : { status: status ?? ("ended" as const), q };
  const [stats, lists, list, total, cities, deletion] = await Promise.all([
    runStats(deps, signedIn),
    candidateLists(context),
    listRuns(deps, signedIn, filter, after, tab === "active" ? ACTIVE_ROWS : rows),
    countRuns(deps, signedIn, filter),
    citiesById(deps),
    isUuid(asked) ? runAsked(context, asked) : null,
  ]);
  const now = deps.clock.now();
  const here = paths.adminIngestion({ ...kept, after });
  return {
    head: pageHead({ origin, locale, seo }, paths.adminIngestion(), {
      title: t("ingestion:runs.title"),
      description: t("ingestion:runs.lead"),
      noindex: true,
    }),
    tab,
    tabs: (["active", "history"] as const).map((name) => ({
      name,
      label: t(`ingestion:runs.tab.${name}`),
      count: name === "active" ? formatNumber(stats.activeRuns, locale) : null,
      href: paths.adminIngestion({ tab: name === "history" ? name : null }),
    })),
    stats: [
      {
        name: "active",
        label: t("ingestion:stats.active"),
        value: formatNumber(stats.activeRuns, locale),
      },
      {
        name: "total",
        label: t("ingestion:stats.total"),
        value: formatNumber(stats.totalRuns, locale),
      },
      {
        name: "events",
        label: t("ingestion:stats.events"),
        value: formatNumber(stats.eventsDiscovered, locale),
      },
      {
        name: "success",
        label: t("ingestion:stats.success"),
        value:
          stats.successRate === null
            ? "–"
            : formatNumber(stats.successRate, locale, {
                style: "percent",
                maximumFractionDigits: 0,
              }),
      },
    ],
    lists,
    query: { q, status: status ?? "", rows },
    statuses: RUN_STATUSES.map((value) => ({ value, label: t(`ingestion:status.${value}`) })),
    rowChoices: ROWS.map((value) => ({ value, label: formatNumber(value, locale) })),
    runs: list.items.map((run) => ({
      ...presentRun(run, cities.get(run.cityId), now, context),
      deleteHref: paths.adminIngestion({ ...kept, after, delete: run.id }),
    })),
    here,
    start: after === null ? null : paths.adminIngestion(kept),
    next:
      list.nextCursor && tab === "history"
        ? paths.adminIngestion({ ...kept, ...trail.nextTo(list.nextCursor) })
        : null,
    previous:
      tab === "history" && trail.previous
        ? paths.adminIngestion({ ...kept, ...trail.previous })
        : null,
    total: totalText(total, locale),
    deletion,
  };
}

/** Run of the delete dialog in the URL. Null if there is none or it cannot be deleted. */
async function runAsked({ deps, signedIn, locale }: RequestContext, id: string) {
  const found = await orNull(getRun(deps, signedIn, id));
  if (!found) return null;
  const t = translatorFor(locale);
  return {
    id: found.run.id,
    question: t("ingestion:run.deleteQuestion"),
    text: t("ingestion:run.deleteText", { count: found.run.eventsCount }),
  };
}

/** Performs a button's action such as `cancel:<id>`. @param back path to redirect to */
export async function performRunAction(
  context: RequestContext,
  request: Request,
  intent: string,
  back: string,
): Promise<Response> {
  const [name = "", id = ""] = intent.split(":");
  const action = RUN_ACTIONS.find((known) => known === name);
  if (!action || !isUuid(id)) throw new AppError("bad-request");
  const late = ({ code }: AppError) =>
    redirectWithToast(request, code === "not-found" ? paths.adminIngestion() : back, {
      kind: "error",
      text: "ingestion:run.tooLate",
    });
  return expecting({ conflict: late, "not-found": late }, async () => {
    await RUN_COMMANDS[action](context.deps, context.signedIn, id);
    return redirectWithToast(
      request,
      action === "delete" && back.includes(id) ? paths.adminIngestion({ tab: "history" }) : back,
      {
        kind: "success",
        text: `ingestion:run.done.${action}`,
      },
    );
  });
}

/** Actions of `/admin/ai-ingestion`. */
export async function runsAction(context: RequestContext, request: Request): Promise<Response> {
  assertCan(context.signedIn, "ingestion:manage");
  const form = await readForm(request);
  const { searchParams } = new URL(request.url);
  const kept = Object.fromEntries(
    ["tab", "q", "status", "rows", "after"].map((name) => [name, searchParams.get(name)]),
  );
  return performRunAction(context, request, fieldOf(form, "intent"), paths.adminIngestion(kept));
}
