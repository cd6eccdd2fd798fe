import { data } from "@remix-run/cloudflare";
import { AppError } from "../../lib/errors";
import { redirectWithToast } from "../../lib/flash.server";
import { sentencesOf } from "../../lib/form-failure.server";
import { isUuid } from "../../lib/ids";
import { translatorFor } from "../../lib/messages.server";
import { parseInput } from "../../lib/parse-input";
import { paths } from "../../lib/paths";
import { fieldOf, readForm } from "../../lib/read-form.server";
import type { TextKey, TextValues } from "../../lib/translate";
import { Rejection } from "../authoring/schema";
import { markDistinct } from "../duplicates/distinct-pairs.server";
import { hasHostToTell } from "../notifications/notify-creator.server";
import { answerNotes } from "../staff-notes/answer-notes.server";
import { decidedSentence, isolated } from "./event-history.server";
import { mergeEvents } from "./merge-events.server";
import { MERGE_FIELD_NAMES } from "./merge-fields";
import { approveEvent, rejectEvent } from "./moderate-event.server";
import { queueQuery } from "./queue-page.server";
import { type ReviewContext, stateOfCase } from "./review-case.server";

/** Longer ones are cut: they stand in a cookie. */
const TITLE_LENGTH = 80;

const shortTitle = (title: string) => isolated(title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title);

/** What a refused decision says: a sentence for the whole form, sentences beside fields, and what was typed. */
export interface DecisionFailure {
  event: string;
  message: string | null;
  issues: Record<string, string>;
  reason: string;
}

const versionIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

interface Press {
  id: string;
  intent: "approve" | "reject";
  reason: string;
  /** The version that was seen; null where the form does not say. */
  seen: number | null;
}

/** @throws AppError("bad-request") for a form that is not ours */
function pressOf(form: FormData): Press {
  const intent = fieldOf(form, "intent");
  const id = fieldOf(form, "event");
  const version = fieldOf(form, "version");
  if ((intent !== "approve" && intent !== "reject") || !isUuid(id)) throw new AppError("bad-request");
  return { id, intent, reason: fieldOf(form, "reason"), seen: versionIn(version) };
}

/**
 * Approves or rejects as a form of the staff says. Where a colleague was first, the answer says who and how; where its
 * author has changed it meanwhile, or a reason lacks, the form comes again with what was typed.
 * @param leadsTo where one goes on
 * @param said what is said there of a success, where it is not the usual
 * @throws the redirect that leads there
 */
export async function answerDecision(
  context: ReviewContext,
  request: Request,
  form: FormData,
  leadsTo: string,
  said?: TextKey<"moderation">,
) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const { id, intent, reason, seen } = pressOf(form);
  const again = (status: number, message: TextKey<"moderation"> | null, issues: Record<string, string> = {}) => {
    const failure: DecisionFailure = { event: id, message: message && t(message), issues, reason };
    return data({ failure, note: null }, { status });
  };
  const failed = intent === "approve" ? ("moderation:failed.approve" as const) : ("moderation:failed.reject" as const);
  try {
    if (intent === "approve") await approveEvent(deps, signedIn, id, seen);
    else await rejectEvent(deps, signedIn, id, parseInput(Rejection, { reason }).reason, seen);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "invalid") {
      const issues = sentencesOf(error.issues, locale);
      return again(400, issues.reason ? null : failed, issues);
    }
    if (error.code !== "conflict" && error.code !== "not-found") throw error;
    const { waits, latest } = await stateOfCase(context, id);
    if (waits) {
      const isStale = error.issues.some(({ path }) => path === "version");
      return again(409, isStale ? "moderation:failed.stale" : failed);
    }
    const { text, values } = decidedSentence(latest, signedIn.id, context);
    throw redirectWithToast(request, leadsTo, { kind: "info", text, values });
  }
  const values: TextValues = { title: shortTitle(fieldOf(form, "title")) };
  const rejected = async () =>
    (await hasHostToTell(deps, signedIn, id)) ? ("moderation:done.reject" as const) : ("moderation:done.rejectUntold" as const);
  throw redirectWithToast(request, leadsTo, {
    kind: "success",
    text: said ?? (intent === "approve" ? "moderation:done.approve" : await rejected()),
    values,
  });
}

/** A decision in the queue: the next event opens. */
export async function answerQueue(context: ReviewContext, request: Request) {
  const form = await readForm(request);
  const { tab, cursor } = queueQuery(new URL(request.url).searchParams);
  const note = await answerNotes(context, request, form, (event) =>
    paths.adminPendingEvents({ tab: tab === "all" ? null : tab, event, after: cursor }),
  );
  if (note) return data({ failure: null, note }, { status: 400 });
  const next = fieldOf(form, "next");
  const leadsTo = paths.adminPendingEvents({ tab: tab === "all" ? null : tab, event: isUuid(next) ? next : null, after: cursor });
  if (fieldOf(form, "intent") === "keep-both") return answerKeepBoth(context, request, form, { tab, cursor });
  return fieldOf(form, "intent") === "merge"
    ? answerMerge(context, request, form, leadsTo)
    : answerDecision(context, request, form, leadsTo);
}

/** Remembers that two are not the same; what waits stays open. @throws the redirect that leads back to it, AppError("bad-request") for a form that is not ours */
async function answerKeepBoth(
  { deps, signedIn }: ReviewContext,
  request: Request,
  form: FormData,
  { tab, cursor }: Pick<ReturnType<typeof queueQuery>, "tab" | "cursor">,
) {
  const [id, duplicate] = [fieldOf(form, "event"), fieldOf(form, "duplicate")];
  if (!isUuid(id) || !isUuid(duplicate) || id === duplicate) throw new AppError("bad-request");
  await markDistinct(deps, signedIn, id, duplicate);
  const back = paths.adminPendingEvents({ tab: tab === "all" || tab === "duplicates" ? null : tab, event: id, after: cursor });
  throw redirectWithToast(request, back, { kind: "success", text: "moderation:done.keepBoth" });
}

/** Merges what waits into one of those beside it. @throws the redirect that leads on, AppError("bad-request") for a form that is not ours */
async function answerMerge(context: ReviewContext, request: Request, form: FormData, leadsTo: string) {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const [dropId, keepId] = [fieldOf(form, "event"), fieldOf(form, "duplicate")];
  if (!isUuid(dropId) || !isUuid(keepId)) throw new AppError("bad-request");
  const taken = MERGE_FIELD_NAMES.filter((name) => form.getAll("take").includes(name));
  const seen = { keep: versionIn(fieldOf(form, "duplicateVersion")), drop: versionIn(fieldOf(form, "version")) };
  try {
    await mergeEvents(deps, signedIn, { keepId, dropId, taken, seen });
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "conflict", "not-found"].includes(error.code)) throw error;
    const { waits, latest } = await stateOfCase(context, dropId);
    if (waits) {
      const isStale = error.issues.some(({ path }) => path === "version");
      const issues = error.code === "invalid" ? sentencesOf(error.issues, locale) : {};
      const failure: DecisionFailure = {
        event: dropId,
        message: t(isStale ? "moderation:failed.stale" : "moderation:failed.merge"),
        issues,
        reason: "",
      };
      return data({ failure, note: null }, { status: error.code === "invalid" ? 400 : 409 });
    }
    const { text, values } = decidedSentence(latest, signedIn.id, context);
    throw redirectWithToast(request, leadsTo, { kind: "info", text, values });
  }
  throw redirectWithToast(request, leadsTo, {
    kind: "success",
    text: (await hasHostToTell(deps, signedIn, dropId)) ? "moderation:done.merge" : "moderation:done.mergeUntold",
    values: { title: shortTitle(fieldOf(form, "title")) },
  });
}
