import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { presentOrigins } from "~/components/candidate/present-entry.server";
import { refusalText } from "~/components/moderation/event-details.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { translatorFor } from "~/i18n/messages.server";
import { localDay } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { currencyOf } from "~/lib/text/money";
import { findCityById } from "~/modules/cities/queries.server";
import type { CandidateValues } from "~/modules/intake/ingestion/candidate-values";
import {
  CORRECTION_FIELDS,
  type CorrectionTexts,
  correctionTexts,
  readCorrection,
} from "~/modules/intake/ingestion/correction-fields.server";
import { editCandidate } from "~/modules/intake/ingestion/edit-candidate.server";
import { getCandidate } from "~/modules/intake/ingestion/queries.server";
import type { CandidateUpdate } from "~/modules/intake/ingestion/schema";
import { FileAddress, shownPicture } from "~/modules/media/media-files";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { storeEventMedia } from "~/modules/media/store-media.server";
import type { CandidateFinding } from "../../../../../db/schema/index";
import { momentText } from "../present-run.server";
import { correctionChoices } from "../wizard-preview.server";

/** A rejected action on a candidate: messages and the typed values. */
export interface CandidateRefusal {
  message: string | null;
  issues: Record<string, string>;
  texts: (CorrectionTexts & { imageUrl: string }) | null;
}

/** Size limit of the form's text fields, bytes. */
const TEXT = 131_072;

const refuse = (refusal: Partial<CandidateRefusal>, status: number) =>
  data<CandidateRefusal>({ message: null, issues: {}, texts: null, ...refusal }, { status });

/** Corrects a candidate; `save-decide` then opens its case in the inbox. */
export async function candidateAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn, locale } = context;
  assertCan(signedIn, "ingestion:manage");
  const form = await readForm(request, (await maxMediaSize(deps, "picture")) + TEXT);
  const intent = fieldOf(form, "intent");
  if (intent !== "save" && intent !== "save-decide") throw new AppError("bad-request");
  const version = Number(fieldOf(form, "version"));
  const expectedVersion = Number.isInteger(version) && version > 0 ? version : null;
  const refused = (error: AppError) =>
    refuse({ message: refusalText(error, locale) }, error.code === "invalid" ? 400 : error.status);
  return expecting({ conflict: refused, invalid: refused, "too-large": refused }, () =>
    save(context, request, form, id, expectedVersion, intent === "save-decide"),
  );
}

async function save(
  context: RequestContext,
  request: Request,
  form: FormData,
  id: string,
  expectedVersion: number | null,
  decides: boolean,
) {
  const { deps, signedIn, locale, calendar } = context;
  assertCan(signedIn, "ingestion:manage");
  const say = errorTranslatorFor(locale);
  const candidate = await getCandidate(deps, signedIn, id);
  const city = await findCityById(deps, candidate.cityId);
  const stored = candidate.values as unknown as CandidateValues;
  const texts = Object.fromEntries(
    CORRECTION_FIELDS.map((field) => [field, fieldOf(form, field)]),
  ) as CorrectionTexts;
  const imageUrl = fieldOf(form, "imageUrl").trim();
  const typed = { ...texts, imageUrl };
  const read = readCorrection(
    texts,
    correctionTexts(stored, currencyOf(city?.countryCode ?? ""), calendar),
    {
      month:
        stored.date?.slice(0, 7) ?? localDay(deps.clock.now(), city?.timeZone ?? "UTC").slice(0, 7),
      country: city?.countryCode ?? "",
    },
  );
  const issues = Object.fromEntries(
    Object.entries(read.issues ?? {}).map(([field, key]) => [field, say(key)]),
  );
  if (imageUrl !== "" && imageUrl !== (stored.imageUrl ?? "") && !v.is(FileAddress, imageUrl))
    issues.imageUrl = say("errors:issue.fileAddress");
  if (!read.values || Object.keys(issues).length > 0) return refuse({ issues, texts: typed }, 400);
  let change: Omit<CandidateUpdate, "version"> = read.values;
  const refused = (error: AppError) => {
    const own = error.issues.filter(({ path }) => path === "picture" || path === "imageUrl");
    const messages = Object.fromEntries(
      own.map(({ path, message, values }) => [path, say(message, values)]),
    );
    if (own.length > 0) return refuse({ issues: messages, texts: typed }, 400);
    return refuse(
      { message: refusalText(error, locale), texts: typed },
      error.code === "invalid" ? 400 : error.status,
    );
  };
  const answers = {
    conflict: refused,
    invalid: refused,
    "not-found": refused,
    "too-large": refused,
  };
  const refusal = await expecting(answers, async () => {
    const file = form.get("picture");
    const isSent = file !== null && typeof file !== "string" && file.size > 0;
    const picture = isSent
      ? await storeEventMedia(deps, signedIn, "picture", file)
      : imageUrl || null;
    if (picture !== stored.imageUrl) change = { ...change, imageUrl: picture };
    if (Object.keys(change).length > 0)
      await editCandidate(deps, signedIn, id, {
        version: expectedVersion ?? candidate.version,
        ...change,
      });
  });
  if (refusal) return refusal;
  throw redirectWithToast(
    request,
    decides ? paths.adminInbox({ case: `candidate-${id}` }) : paths.adminCandidate(id),
    { kind: "success", text: "ingestion:candidate.done.save" },
  );
}

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
