import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { presentOrigins } from "~/components/candidate/present-entry.server";
import { translatorFor } from "~/i18n/messages.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { currencyOf } from "~/lib/text/money";
import { findCityById } from "~/modules/cities/queries.server";
import type { CandidateValues } from "~/modules/intake/ingestion/candidate-values";
import { correctionTexts } from "~/modules/intake/ingestion/correction-fields.server";
import { getCandidate } from "~/modules/intake/ingestion/queries.server";
import { shownPicture } from "~/modules/media/media-files";
import type { CandidateFinding } from "../../../../../db/schema/index";
import { momentText } from "../present-run.server";
import { correctionChoices } from "../wizard-preview.server";

export type CandidateDetailView = Awaited<ReturnType<typeof candidateLoader>>;

/** Data of a candidate's page. @throws AppError("not-found") */
export async function candidateLoader(context: RequestContext, id: string) {
  const { deps, signedIn, locale, calendar, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const candidate = await getCandidate(deps, signedIn, id);
  const values = candidate.values as unknown as CandidateValues;
  const city = await findCityById(deps, candidate.cityId);
  const currency = currencyOf(city?.countryCode ?? "");
  const view = presentCandidate(candidate, city, context);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCandidate(id), {
      title: view.title,
      description: t("ingestion:candidates.lead"),
      noindex: true,
    }),
    candidate: view,
    picture: shownPicture(values.imageUrl),
    texts: { ...correctionTexts(values, currency, calendar), imageUrl: values.imageUrl ?? "" },
    choices: correctionChoices(context, currency),
    origins: presentOrigins(values, context),
    mergedInto: mergedInto(candidate.findings),
    decided:
      candidate.decidedAt === null
        ? null
        : t("ingestion:candidate.decided", { when: momentText(candidate.decidedAt, context) }),
    action: paths.adminCandidate(id),
    back: candidate.runId ? paths.adminIngestionRun(candidate.runId) : paths.adminCandidates(),
  };
}

/** URL of the candidate or event that the candidate was merged into, or null. */
function mergedInto(findings: readonly CandidateFinding[]): string | null {
  const found = findings.find(({ code }) => code === "merged-into");
  if (found?.candidate) return paths.adminCandidate(found.candidate);
  return found?.event ? paths.event(found.event) : null;
}
