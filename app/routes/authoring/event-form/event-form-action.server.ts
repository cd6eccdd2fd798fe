import { data } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { AppError, type ErrorCode, orNull } from "~/lib/errors";
import type { EventFormState } from "~/lib/event/event-form-fields";
import { TEXT_PATHS } from "~/lib/event/field-groups";
import { SCHEDULE_STEP } from "~/lib/event/schedule-inputs";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages, formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure, HTTPIssue } from "~/lib/http/form-failure";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { assertComplete, assertDraft } from "~/modules/authoring/check-values.server";
import { confirmTranslation } from "~/modules/authoring/confirm-translation.server";
import { checkedAgainst, createDraft } from "~/modules/authoring/draft-commands.server";
import { getOwnEvent, isPersianFirst, versionOf } from "~/modules/authoring/find-own-event.server";
import { handOver, type Language, takeBack } from "~/modules/authoring/hand-over.server";
import { onceOnly } from "~/modules/authoring/once.server";
import { saveEvent } from "~/modules/authoring/save-event.server";
import { submitEvent } from "~/modules/authoring/submit-event.server";
import { draftableLanguages, draftLanguage } from "~/modules/intake/drafting/draft-language.server";
import { checkSchedule } from "~/modules/schedule/check-schedule.server";
import { inputOfIssue } from "~/modules/schedule/read-schedule-inputs.server";
import { type FormPartsView, partsOfForm } from "./event-form-parts.server";
import { newerTexts } from "./newer-texts.server";
import { type SentEvent, takeEventForm } from "./take-event-form.server";

/**
 * Response to the form: submitted values, errors and preview. The message is empty unless the form
 * was rejected.
 */
export interface EventFormAnswer extends FormFailure {
  intent: string;
  /** Id of the saved draft, or null. */
  id: string | null;
  version: number;
  /** Null if the form could not be read; the page then keeps its values. */
  fields: EventFormState | null;
  parts: FormPartsView | null;
  /** Values saved concurrently, or null. */
  newer: Awaited<ReturnType<typeof newerTexts>> | null;
}

/** Outcome for the event. */
type Done =
  | "drafted"
  | "translated"
  | "handed-over"
  | "saved"
  | "waiting"
  | "pending"
  | "sent"
  | "approved";

const TOASTS: Readonly<Record<Done, TextKey<"authoring">>> = {
  drafted: "authoring:toast.drafted",
  translated: "authoring:toast.translated",
  "handed-over": "authoring:toast.handedOver",
  saved: "authoring:toast.saved",
  waiting: "authoring:toast.waiting",
  pending: "authoring:toast.pending",
  sent: "authoring:toast.pending",
  approved: "authoring:toast.approved",
};

const targetOf = (done: string, id: string): string =>
  done === "drafted" || done === "translated"
    ? paths.editEvent(id)
    : done === "handed-over"
      ? paths.myEvents({ tab: "drafts" })
      : done === "pending"
        ? paths.myEvents({ tab: "pending" })
        : done === "waiting"
          ? paths.myEvents()
          : paths.event(id);

/**
 * Action of the event form: redirects with a toast, or returns the rejected form.
 * @param id null for a new event
 */
export async function eventFormAction(
  context: SignedInContext,
  request: Request,
  id: string | null,
) {
  const { deps, signedIn } = context;
  // Checks ownership before storing uploads.
  if (id !== null) await getOwnEvent(deps, signedIn, id);
  return formAnswer<EventFormAnswer, Awaited<ReturnType<typeof answerSent>>>(
    context,
    {
      sentences: { "too-large": "authoring:failed.tooLarge" },
      amend: (failure) => ({
        ...failure,
        intent: "",
        id,
        version: 0,
        fields: null,
        parts: null,
        newer: null,
      }),
    },
    async () => answerSent(context, request, await takeEventForm(deps, signedIn, request), id),
  );
}

async function answerSent(
  context: SignedInContext,
  request: Request,
  sent: SentEvent,
  id: string | null,
) {
  const { deps, signedIn } = context;
  const { intent } = sent;
  if (intent.startsWith(SCHEDULE_STEP))
    return answer(context, sent, id, { status: 200, issues: await scheduleIssues(context, sent) });
  if (intent === "preview") return answer(context, sent, id, { status: 200, issues: sent.issues });
  if (id !== null && intent === "take-back") {
    await takeBack(deps, signedIn, id);
    return redirectWithToast(request, paths.editEvent(id), {
      kind: "info",
      text: "authoring:toast.takenBack",
    });
  }
  const confirmed = TEXT_PATHS.find((path) => intent === `confirm:${path}`);
  if (id !== null && confirmed) {
    await confirmTranslation(deps, signedIn, id, [confirmed]);
    return answer(context, sent, id, { status: 200 });
  }
  if (
    intent !== "draft" &&
    intent !== "save" &&
    intent !== "submit" &&
    !LANGUAGE_INTENT.test(intent)
  )
    throw new AppError("bad-request");
  const at = { id };
  return formAnswer<EventFormAnswer>(
    context,
    {
      failed: failedOf(sent),
      stale: "authoring:failed.stale",
      conflict: "authoring:failed.conflict",
      unverified: "authoring:failed.unverified",
      amend: (failure, code) => rejection(context, sent, at.id, failure, code),
    },
    async () => {
      const key = {
        caller: signedIn.id,
        key: sent.once,
        body: JSON.stringify([id, sent.fingerprint]),
      };
      const outcome = await onceOnly(deps, key, () => act(context, sent, at));
      if (outcome === null)
        return redirectWithToast(request, paths.myEvents(), {
          kind: "info",
          text: "authoring:toast.underway",
        });
      const [done = "", eventId = ""] = outcome.split(" ");
      return redirectWithToast(request, targetOf(done, eventId), {
        kind: "success",
        text: TOASTS[done as Done],
        ...(done === "approved" && { celebrates: true }),
      });
    },
  );
}

/** Saves a draft and has the model or the editors add a language. */
const LANGUAGE_INTENT = /^(draft|hand-over):(en|fa)$/;

/** Issues of the schedule alone: buttons of its section answer before the rest is typed. */
async function scheduleIssues(
  { deps }: SignedInContext,
  { input, issues }: SentEvent,
): Promise<HTTPIssue[]> {
  const typed = issues.filter(({ path }) => /^(schedule|startsAt|endsAt)/.test(path));
  if (typed.length > 0 || input.schedule === null) return typed;
  const { city, now } = await checkedAgainst(deps, input);
  return checkSchedule(input.schedule, {
    timeZone: city?.timeZone ?? "UTC",
    now,
    isComplete: false,
  });
}

const failedOf = ({ intent }: SentEvent) =>
  intent === "submit" ? "authoring:failed.submit" : "authoring:failed.save";

/** Saves the event and, if requested, submits it. @param at receives the id of the saved draft */
async function act(
  { deps, signedIn }: SignedInContext,
  sent: SentEvent,
  at: { id: string | null },
): Promise<string> {
  const { intent, input, issues, seen } = sent;
  const own = at.id === null ? null : await getOwnEvent(deps, signedIn, at.id);
  const isDraft = !own?.event;
  const [, asked, of] = (LANGUAGE_INTENT.exec(intent) ?? []) as unknown as [
    string,
    "draft" | "hand-over" | undefined,
    Language,
  ];
  if (asked && !isDraft) throw new AppError("conflict");
  // Who asks for English may have written Persian alone.
  const mayLackEnglish = own?.draft ? isPersianFirst(own.draft) : of === "en";
  await assertAll(issues, async () => {
    const against = await checkedAgainst(deps, input);
    if (intent === "submit" && isDraft) assertComplete(input, against);
    else if (isDraft) assertDraft(input, against, mayLackEnglish);
    else assertComplete(input, { ...against, announced: own.event });
  });
  let done: Done = "drafted";
  if (at.id === null)
    at.id = await createDraft(deps, signedIn, input, undefined, { isPersianFirst: mayLackEnglish });
  else {
    const saved = await saveEvent(deps, signedIn, at.id, input, seen);
    if (!isDraft) done = saved === "saved" ? "saved" : "waiting";
  }
  if (intent === "submit") {
    const isForHost = own?.draft != null && own.draft.creatorId !== signedIn.id;
    const status = await submitEvent(deps, signedIn, at.id);
    // An editor's own list does not have it.
    done = isForHost && status === "pending" ? "sent" : status;
  }
  if (asked === "draft" && (await draftableLanguages(deps, input)).includes(of)) {
    await draftLanguage(deps, signedIn, at.id, of);
    done = "translated";
  }
  if (asked === "hand-over") {
    await handOver(deps, signedIn, at.id, of);
    done = "handed-over";
  }
  return `${done} ${at.id}`;
}

/** Reports errors of the form and of its values together. @throws AppError("invalid") */
async function assertAll(
  issues: readonly HTTPIssue[],
  check: () => Promise<unknown>,
): Promise<void> {
  const found = await expecting({ invalid: (error) => error.issues }, async () => {
    await check();
    return [];
  });
  if (issues.length + found.length > 0) throw new AppError("invalid", [...issues, ...found]);
}

/**
 * Live request of the form: a preview (`check`) or an autosave of the draft (`autosave`).
 * @throws AppError("bad-request") for another intent
 */
export async function liveFormAction(
  context: SignedInContext,
  request: Request,
  id: string | null,
) {
  if (id !== null) await getOwnEvent(context.deps, context.signedIn, id);
  const sent = await takeEventForm(context.deps, context.signedIn, request);
  if (sent.intent === "autosave") return autosave(context, sent, id);
  if (sent.intent !== "check") throw new AppError("bad-request");
  return answer(context, sent, id, { status: 200 });
}

/** Saves drafts only. Submitted events change only on an explicit save. */
async function autosave(context: SignedInContext, sent: SentEvent, id: string | null) {
  const { deps, signedIn } = context;
  // An incomplete draft may become valid with further input, so the page shows only that it is not
  // saved.
  const refused = ({ code, issues }: AppError) =>
    answer(context, sent, id, { status: code === "conflict" ? 409 : 400, issues });
  return expecting({ any: refused }, async () => {
    if (sent.issues.length > 0) throw new AppError("invalid", sent.issues);
    if (id !== null && (await getOwnEvent(deps, signedIn, id)).event)
      throw new AppError("conflict");
    const saved = id ?? (await createDraft(deps, signedIn, sent.input));
    if (id !== null) await saveEvent(deps, signedIn, id, sent.input, sent.seen);
    return answer(context, sent, saved, {
      status: 200,
      version: versionOf(await getOwnEvent(deps, signedIn, saved)),
    });
  });
}

/** Maps errors of the hidden URL fields to the file inputs. */
const FILE_FIELDS: Readonly<Record<string, string>> = { imageUrl: "picture", videoUrl: "video" };

/**
 * The form as submitted, with its preview. Drops an unreachable remote picture, which would block
 * the next attempt.
 */
async function answerOf(
  context: SignedInContext,
  { intent, fields, input }: SentEvent,
  id: string | null,
  failure: FormFailure,
) {
  const isPictureLost = "imageUrl" in failure.issues;
  const kept = isPictureLost ? { ...fields, imageUrl: "" } : fields;
  return {
    ...failure,
    issues: Object.fromEntries(
      Object.entries(failure.issues).map(([name, issue]) => [
        FILE_FIELDS[name] ?? inputOfIssue(name, fields.when.kind),
        issue,
      ]),
    ),
    intent,
    id,
    fields: kept,
    parts: await partsOfForm(
      context,
      isPictureLost ? { ...input, imageUrl: null } : input,
      kept,
      id,
    ),
  };
}

interface AnswerOptions {
  status: number;
  issues?: readonly HTTPIssue[];
  version?: number;
}

/** Answers a preview or an autosave. */
async function answer(
  context: SignedInContext,
  sent: SentEvent,
  id: string | null,
  { status, issues = [], version }: AnswerOptions,
) {
  const failure = { message: "", issues: fieldMessages(issues, context.locale), values: {} };
  return data<EventFormAnswer>(
    {
      ...(await answerOf(context, sent, id, failure)),
      version: version ?? sent.seen ?? 0,
      newer: null,
    },
    { status },
  );
}

/** A rejected form, with the version to overwrite if the author submits it again. */
async function rejection(
  context: SignedInContext,
  sent: SentEvent,
  id: string | null,
  failure: FormFailure,
  code: ErrorCode | null,
): Promise<EventFormAnswer> {
  const { deps, signedIn, locale } = context;
  const t = translatorFor(locale);
  const own = id === null || code === null ? null : await orNull(getOwnEvent(deps, signedIn, id));
  const current = own ? versionOf(own) : 0;
  const isStale = code === "conflict" && own !== null && "version" in failure.issues;
  const [issue] = Object.values(failure.issues);
  const message =
    code === "too-many-requests"
      ? `${t(failedOf(sent))}: ${issue ?? failure.message}${id === null ? "" : ` ${t("authoring:failed.kept")}`}`
      : code === "conflict" && !isStale
        ? (issue ?? failure.message)
        : failure.message;
  return {
    ...(await answerOf(context, sent, id, {
      ...failure,
      message,
      issues: code === "invalid" ? failure.issues : {},
    })),
    version:
      code === null || (code === "invalid" && sent.seen !== null) ? (sent.seen ?? 0) : current,
    newer: isStale ? newerTexts(own, sent.fields, context) : null,
  };
}
