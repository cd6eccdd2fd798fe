import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { presentBlocks } from "~/components/moderation/event-details.server";
import { listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { citiesById } from "~/modules/cities/queries.server";
import { REASON_MAX } from "~/modules/events/decision.server";
import { checkCandidate } from "~/modules/intake/ingestion/candidate-context.server";
import { type CandidateValues, eventValuesOf } from "~/modules/intake/ingestion/candidate-values";
import {
  candidatesOnTrial,
  type StoredCandidate,
} from "~/modules/intake/ingestion/read-candidates.server";
import { GROUP_MAX, listGroup } from "~/modules/review/inbox/list-inbox.server";
import { claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import type { CandidateStatus } from "../../../../../db/schema/index";
import { decideMany } from "../decide-many.server";
import { caseName } from "../scopes.server";

/** Statuses of candidates without a doubt. */
const CLEAN: readonly CandidateStatus[] = ["pending_review", "auto_approved"];
/** Size limit of the form, which includes the titles of the cases, bytes. */
const FORM_MAX = 262_144;

/** The id in `source`: of a monitored source or a run. @throws AppError("not-found") without one */
function originIn(params: URLSearchParams): string {
  const origin = params.get("source") ?? "";
  if (!isUuid(origin)) throw new AppError("not-found");
  return origin;
}

/**
 * Data of `/admin/inbox/group`: the undecided candidates of one source or run in one list, with
 * those apart that need a look, each with its reasons.
 */
export async function groupPage(context: SignedInContext, params: URLSearchParams) {
  const { deps, signedIn, locale, origin: site, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const origin = originIn(params);
  const { name, candidates, total } = await listGroup(deps, signedIn, origin);
  const ids = candidates.map(({ id }) => id);
  const [cities, settings, trials, claims] = await Promise.all([
    citiesById(deps),
    settingsOf(deps),
    candidatesOnTrial(deps, ids),
    claimsOfOthers(deps, signedIn, ids),
  ]);
  const entries = candidates.map((candidate: StoredCandidate) => {
    const city = cities.get(candidate.cityId);
    const view = presentCandidate(candidate, city, context);
    const stored = candidate.values as unknown as CandidateValues;
    const checked =
      city &&
      checkCandidate(eventValuesOf(stored, city.slug), { city, settings, now: deps.clock.now() });
    const claim = claims.find(({ subjectId }) => subjectId === candidate.id);
    const { id } = candidate;
    const reasons = [
      ...(checked && !checked.facts
        ? presentBlocks(checked.issues, locale).map(({ text }) => text)
        : []),
      ...view.findings.map(({ field, text }) => (field ? `${field}: ${text}` : text)),
      ...(claim ? [t("moderation:inbox.claimedBy", { name: `\u2068${claim.name}\u2069` })] : []),
    ];
    const isFine = CLEAN.includes(candidate.status);
    return {
      id,
      name: caseName({ kind: "candidate", id }),
      version: view.version,
      href: paths.adminInbox({ case: caseName({ kind: "candidate", id }), source: origin }),
      title: view.title,
      titleLang: view.titleLang,
      when: listOf(
        locale,
        [view.dates ?? view.day?.own, view.time].filter((part) => part != null),
      ),
      venue: view.venue,
      price: view.price,
      reasons: isFine || reasons.length > 0 ? reasons : [view.statusLabel],
    };
  });
  const clean = entries.filter(({ reasons }) => reasons.length === 0);
  const exceptions = entries.filter(({ reasons }) => reasons.length > 0);
  const title = name
    ? t("moderation:group.ofSource", { name: `\u2068${name}\u2069` })
    : t("moderation:group.ofRun");
  return {
    head: pageHead({ origin: site, locale, seo }, paths.adminGroup(), { title, noindex: true }),
    title,
    lead: t("moderation:group.lead", {
      clean: formatNumber(clean.length, locale),
      out: formatNumber(exceptions.length, locale),
    }),
    action: paths.adminGroup({ source: origin }),
    back: paths.adminCandidates({ source: origin }),
    clean,
    exceptions,
    isOnTrial: trials.length > 0,
    /** More than one form decides. */
    more:
      total > candidates.length
        ? t("moderation:group.more", {
            count: total - candidates.length,
            max: formatNumber(GROUP_MAX, locale),
          })
        : null,
    reasonMax: REASON_MAX,
  };
}

/** Decides on the chosen cases, by the road of the inbox: with one time to undo all of them. */
export async function groupAction(context: SignedInContext, request: Request) {
  assertCan(context.signedIn, "ingestion:manage");
  const origin = originIn(new URL(request.url).searchParams);
  const form = await readForm(request, FORM_MAX);
  const to = () => paths.adminCandidates({ source: origin });
  return decideMany({ context, request, form, to });
}
