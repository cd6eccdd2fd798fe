import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import { refusalText } from "~/components/moderation/refusal-text.server";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { localDay } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { currencyOf } from "~/lib/text/money";
import { findCityById } from "~/modules/cities/queries.server";
import { MERGE_FIELD_NAMES } from "~/modules/events/duplicates/merge-fields";
import { approveCandidate } from "~/modules/intake/ingestion/approve-candidates.server";
import type { CandidateValues } from "~/modules/intake/ingestion/candidate-values";
import {
  CORRECTION_FIELDS,
  type CorrectionTexts,
  correctionTexts,
  readCorrection,
} from "~/modules/intake/ingestion/correction-fields.server";
import {
  editCandidate,
  markCandidateDistinct,
} from "~/modules/intake/ingestion/edit-candidate.server";
import { joinCandidates } from "~/modules/intake/ingestion/join-candidates.server";
import { mergeCandidate } from "~/modules/intake/ingestion/merge-candidate.server";
import { getCandidate } from "~/modules/intake/ingestion/queries.server";
import { candidatesOnTrial } from "~/modules/intake/ingestion/read-candidates.server";
import { rejectCandidate } from "~/modules/intake/ingestion/reject-candidates.server";
import type { CandidateUpdate } from "~/modules/intake/ingestion/schema";
import { FileAddress } from "~/modules/media/media-files";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { storeEventMedia } from "~/modules/media/store-media.server";
import { readReason } from "../candidates-action.server";

/** A rejected action on a candidate: messages and the typed values. */
export interface CandidateRefusal {
  message: string | null;
  issues: Record<string, string>;
  texts: (CorrectionTexts & { imageUrl: string }) | null;
  reason: string | null;
}

/** Size limit of the form's text fields, bytes. */
const TEXT = 131_072;

const refuse = (refusal: Partial<CandidateRefusal>, status: number) =>
  data<CandidateRefusal>(
    { message: null, issues: {}, texts: null, reason: null, ...refusal },
    { status },
  );

/** Actions of a candidate's page: correct, approve, reject, and resolve duplicates. */
export async function candidateAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn, locale } = context;
  assertCan(signedIn, "ingestion:manage");
  const form = await readForm(request, (await maxMediaSize(deps, "picture")) + TEXT);
  const intent = fieldOf(form, "intent");
  const version = Number(fieldOf(form, "version"));
  const expectedVersion = Number.isInteger(version) && version > 0 ? version : null;
  const here = paths.adminCandidate(id);
  const done = (text: TextKey<"ingestion">, to = here) =>
    redirectWithToast(request, to, { kind: "success", text });
  const { reason, issue } = readReason(form, locale);
  const refused = (error: AppError) =>
    refuse(
      { message: refusalText(error, locale), reason },
      error.code === "invalid" ? 400 : error.status,
    );
  return expecting({ conflict: refused, invalid: refused, "too-large": refused }, async () => {
    const { runId } = await getCandidate(deps, signedIn, id);
    const list = paths.adminIngestionRun(runId);
    const [name = "", other = ""] = intent.split(":");
    if (intent === "save" || intent === "save-approve")
      return await save(
        context,
        request,
        form,
        id,
        expectedVersion,
        intent === "save-approve",
        done,
        list,
      );
    if (intent === "approve") {
      await assertNoTrial(context, request, id);
      await approveCandidate(deps, signedIn, id, expectedVersion);
      throw done("ingestion:candidate.done.approve", list);
    }
    if (intent === "reject") {
      if (issue) return refuse({ issues: { reason: issue }, reason }, 400);
      await rejectCandidate(deps, signedIn, id, reason, expectedVersion);
      throw done("ingestion:candidate.done.reject", list);
    }
    if (name === "keep" && isUuid(other)) {
      await markCandidateDistinct(deps, signedIn, id, other, expectedVersion);
      throw done("ingestion:candidate.done.keep");
    }
    if (name === "merge" && isUuid(other)) {
      const taken = MERGE_FIELD_NAMES.filter((field) => form.getAll("take").includes(field));
      const eventVersion = Number(fieldOf(form, "eventVersion"));
      await mergeCandidate(deps, signedIn, {
        id,
        eventId: other,
        taken,
        reason: translatorFor(locale)("ingestion:candidate.mergedReason"),
        expectedVersions: {
          candidate: expectedVersion,
          event: Number.isInteger(eventVersion) && eventVersion > 0 ? eventVersion : null,
        },
      });
      throw done("ingestion:candidate.done.merge", list);
    }
    if (name === "join" && isUuid(other)) {
      const duplicateVersion = Number(fieldOf(form, "duplicateVersion"));
      const isOther = fieldOf(form, "stays") === other;
      await joinCandidates(deps, signedIn, {
        stays: isOther ? other : id,
        goes: isOther ? id : other,
        reason: translatorFor(locale)("ingestion:candidate.joinedReason"),
        expectedVersions: {
          [id]: expectedVersion,
          [other]:
            Number.isInteger(duplicateVersion) && duplicateVersion > 0 ? duplicateVersion : null,
        },
      });
      throw done("ingestion:candidate.done.join", isOther ? paths.adminCandidate(other) : here);
    }
    throw new AppError("bad-request");
  });
}

/** @throws Response a redirect to the question, for a candidate of a source on trial */
async function assertNoTrial({ deps }: RequestContext, request: Request, id: string) {
  if ((await candidatesOnTrial(deps, [id])).length === 0) return;
  throw redirectWithToast(request, paths.adminInbox({ case: `candidate-${id}` }), {
    kind: "info",
    text: "ingestion:candidate.onTrial",
  });
}

async function save(
  context: RequestContext,
  request: Request,
  form: FormData,
  id: string,
  expectedVersion: number | null,
  approves: boolean,
  done: (text: TextKey<"ingestion">, to?: string) => Response,
  list: string,
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
  if (!approves) throw done("ingestion:candidate.done.save");
  await assertNoTrial(context, request, id);
  await approveCandidate(deps, signedIn, id);
  throw done("ingestion:candidate.done.approve", list);
}
