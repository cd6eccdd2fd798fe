import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { CSV_START, csvLine } from "~/lib/text/csv";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import { citiesById } from "~/modules/cities/queries.server";
import { OPEN_STATUSES } from "~/modules/intake/ingestion/find-candidate-duplicates.server";
import { answerDays } from "~/modules/intake/ingestion/purge-ingestion.server";
import {
  getRun,
  type LogRow,
  listRunCandidates,
  logLines,
} from "~/modules/intake/ingestion/queries.server";
import { hasAnswer } from "~/modules/intake/ingestion/run-answer.server";
import { CANDIDATE_STATUSES } from "../../../../db/schema/index";
import { momentText, presentLine, presentRun } from "./present-run.server";
import { performRunAction } from "./runs.server";
import { chosenTexts } from "./wizard.server";

export type RunDetailView = Awaited<ReturnType<typeof runLoader>>;
export type RunUpdate = Awaited<ReturnType<typeof readRunUpdate>>;
export type LogView = RunDetailView["log"];
export type CandidateListView = RunDetailView["list"];
export type CandidateView = CandidateListView["candidates"][number];
export type Tone = CandidateView["tone"] | "primary";

/** Candidates per page. */
export const CANDIDATES_PAGE = 50;
const LEVELS = ["info", "warn", "error", "debug"] as const;
/** Maximum number of lines in a file. Runs usually have a few dozen. */
const FILE_LINES = 20_000;

const filterOf = (params: URLSearchParams) =>
  CANDIDATE_STATUSES.find((status) => status === params.get("status"));

/** Data of a run's page: progress, log and candidates. @throws AppError("not-found") */
export async function runLoader(context: RequestContext, id: string, params: URLSearchParams) {
  const { deps, signedIn, locale, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const status = filterOf(params);
  const after = params.get("after");
  const trail = pageTrail(params);
  const level = LEVELS.find((known) => known === params.get("level"));
  const [{ run, counts }, lines, candidates, cities, isAnswerKept] = await Promise.all([
    getRun(deps, signedIn, id),
    logLines(deps, signedIn, id),
    listRunCandidates(deps, signedIn, id, { status }, after, CANDIDATES_PAGE),
    citiesById(deps),
    hasAnswer(deps, signedIn, id),
  ]);
  const city = cities.get(run.cityId);
  const here = (more: Parameters<typeof paths.adminIngestionRun>[1] = {}) =>
    paths.adminIngestionRun(id, { status, level, ...more });
  const view = presentRun(run, city, deps.clock.now(), context);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminIngestionRun(id), {
      title: t("ingestion:run.title", { city: view.city, month: view.month }),
      description: t("ingestion:runs.lead"),
      noindex: true,
    }),
    run: {
      ...view,
      ...chosenTexts({ ...run, city: city?.slug ?? "" }, city, context),
      started: run.startedAt === null ? "–" : momentText(run.startedAt, context),
      completed: run.completedAt === null ? "–" : momentText(run.completedAt, context),
      attempt: formatNumber(run.attempt, locale),
      lastError: run.lastError,
      answer: {
        href: isAnswerKept ? paths.adminIngestionRunAnswer(id) : null,
        kept: t("ingestion:run.answerKept", { count: answerDays(deps.retentionMonths) }),
      },
    },
    isDeleting: params.has("delete") && view.may.delete,
    deletion: {
      question: t("ingestion:run.deleteQuestion"),
      text: t("ingestion:run.deleteText", { count: run.eventsCount }),
    },
    deleteHref: here({ ...trail.here, delete: "1" }),
    log: {
      lines: lines.map((line) => presentLine(line, context)),
      level: level ?? "",
      levels: LEVELS.map((value) => ({ value, label: t(`ingestion:level.${value}`) })),
      updatesHref: paths.adminIngestionUpdates(id),
      text: paths.adminIngestionLog(id, "txt"),
      csv: paths.adminIngestionLog(id, "csv"),
    },
    filters: [
      {
        status: "",
        label: t("ingestion:candidate.all"),
        count: formatNumber(run.eventsCount, locale),
        href: paths.adminIngestionRun(id, { level }),
        isCurrent: !status,
      },
      ...CANDIDATE_STATUSES.filter((name) => (counts[name] ?? 0) > 0 || name === status).map(
        (name) => ({
          status: name as string,
          label: t(`ingestion:candidate.status.${name}`),
          count: formatNumber(counts[name] ?? 0, locale),
          href: paths.adminIngestionRun(id, { status: name, level }),
          isCurrent: name === status,
        }),
      ),
    ],
    list: {
      candidates: candidates.items.map((row) => presentCandidate(row, city, context)),
      start: trail.previous && here(),
      previous: trail.previous && here(trail.previous),
      next: candidates.nextCursor && here(trail.nextTo(candidates.nextCursor)),
      total: totalText(status ? (counts[status] ?? 0) : run.eventsCount, locale),
    },
    here: here(trail.here),
    /** Its undecided candidates in one list. */
    together: OPEN_STATUSES.some((name) => (counts[name] ?? 0) > 0)
      ? paths.adminGroup({ source: id })
      : null,
  };
}

/** Cancels, retries or deletes the run of a page. */
export async function runAction(context: RequestContext, request: Request, id: string) {
  assertCan(context.signedIn, "ingestion:manage");
  const form = await readForm(request);
  const { searchParams } = new URL(request.url);
  const back = paths.adminIngestionRun(id, {
    status: filterOf(searchParams),
    level: searchParams.get("level"),
    ...pageTrail(searchParams).here,
  });
  const intent = fieldOf(form, "intent");
  if (!["cancel", "retry", "delete"].includes(intent)) throw new AppError("bad-request");
  return performRunAction(context, request, `${intent}:${id}`, back);
}

/** Changes of a run, for polling. @param after id of the last known log line */
export async function readRunUpdate(context: RequestContext, id: string, after: string | null) {
  const { deps, signedIn } = context;
  const [{ run }, lines, cities] = await Promise.all([
    getRun(deps, signedIn, id),
    logLines(deps, signedIn, id, after),
    citiesById(deps),
  ]);
  const { status, statusLabel, duration, progress, isActive } = presentRun(
    run,
    cities.get(run.cityId),
    deps.clock.now(),
    context,
  );
  return {
    status,
    statusLabel,
    duration,
    progress,
    isActive,
    lines: lines.map((line) => presentLine(line, context)),
  };
}

/** Log of a run as a file. */
export async function runLogFile(
  context: RequestContext,
  id: string,
  format: "txt" | "csv",
): Promise<Response> {
  const { deps, signedIn } = context;
  assertCan(signedIn, "ingestion:manage");
  const lines: LogRow[] = [];
  for (
    let part = await logLines(deps, signedIn, id);
    part.length > 0 && lines.length < FILE_LINES;
  ) {
    lines.push(...part);
    part = await logLines(deps, signedIn, id, part.at(-1)?.id ?? null);
  }
  const presented = lines.map((line) => presentLine(line, context));
  const body =
    format === "csv"
      ? CSV_START +
        csvLine(["time", "level", "message"]) +
        presented.map(({ at, level, text }) => csvLine([at, level, text])).join("")
      : presented
          .map(({ at, level, text }) => `${at} ${level.toUpperCase().padEnd(5)} ${text}\n`)
          .join("");
  return new Response(body, {
    headers: {
      "Content-Type": `text/${format === "csv" ? "csv" : "plain"}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="ingestion-${id}.${format}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
