import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { totalText } from "~/lib/text/total-text.server";
import { REASON_MAX } from "~/modules/authoring/schema";
import { citiesById } from "~/modules/cities/queries.server";
import {
  CANDIDATE_FILTERS,
  countCandidates,
  listCandidates,
} from "~/modules/intake/ingestion/queries.server";
import { BULK_MAX } from "~/modules/intake/ingestion/wizard";
import { candidatesAction } from "../candidates-action.server";
import { CANDIDATES_PAGE } from "../run.server";
import { candidateLists } from "../runs.server";

export type CandidatesView = Awaited<ReturnType<typeof candidatesLoader>>;

const FORM_MAX = 262_144;

/** Status filter of the query string. Default: pending review. */
const filterOf = (params: URLSearchParams) =>
  CANDIDATE_FILTERS.find((name) => name === params.get("status")) ?? "pending";

/**
 * Data of `/admin/ai-ingestion/candidates`: candidates of all runs by status, oldest first.
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function candidatesLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, signedIn, locale, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const status = filterOf(params);
  const after = params.get("after");
  const trail = pageTrail(params);
  const [lists, found, total, cities] = await Promise.all([
    candidateLists(context),
    listCandidates(deps, signedIn, status, after, CANDIDATES_PAGE),
    countCandidates(deps, signedIn, status),
    citiesById(deps),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCandidates(), {
      title: t("ingestion:candidates.title"),
      description: t("ingestion:candidates.lead"),
      noindex: true,
    }),
    filters: [
      {
        status: "pending",
        label: t("ingestion:candidates.pending"),
        count: null,
        href: paths.adminCandidates(),
        isCurrent: status === "pending",
      },
      ...lists.map((list) => ({
        ...list,
        status: list.status as string,
        isCurrent: list.status === status,
      })),
      ...(["approved", "rejected"] as const).map((name) => ({
        status: name as string,
        label: t(`ingestion:candidate.status.${name}`),
        count: null,
        href: paths.adminCandidates({ status: name }),
        isCurrent: name === status,
      })),
    ],
    list: {
      candidates: found.items.map((row) => presentCandidate(row, cities.get(row.cityId), context)),
      action: paths.adminCandidates({ status, ...trail.here }),
      start: trail.previous && paths.adminCandidates({ status }),
      previous: trail.previous && paths.adminCandidates({ status, ...trail.previous }),
      next:
        found.nextCursor && paths.adminCandidates({ status, ...trail.nextTo(found.nextCursor) }),
      total: totalText(total, locale),
      reasonMax: REASON_MAX,
      bulkMax: formatNumber(BULK_MAX, locale),
    },
  };
}

/** Actions of the list. */
export async function candidateListAction(context: RequestContext, request: Request) {
  assertCan(context.signedIn, "ingestion:manage");
  const form = await readForm(request, FORM_MAX);
  const { searchParams } = new URL(request.url);
  const answered = await candidatesAction(
    context,
    request,
    form,
    paths.adminCandidates({ status: filterOf(searchParams) }),
  );
  if (!answered) throw new AppError("bad-request");
  return answered;
}
