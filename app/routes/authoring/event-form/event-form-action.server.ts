import { data } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { AppError, expectedError, isUnverified } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldMessages } from "~/lib/http/form-answer.server";
import type { HTTPIssue } from "~/lib/http/http-issue";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { describeError, log } from "~/lib/runtime/log";
import { orNull } from "~/lib/text/or-null";
import { assertComplete, assertDraft } from "~/modules/authoring/check-values.server";
import { checkedAgainst, createDraft } from "~/modules/authoring/create-draft.server";
import { getOwnEvent, versionOf } from "~/modules/authoring/find-own-event.server";
import { newerTexts } from "~/modules/authoring/newer-texts.server";
import { onceOnly } from "~/modules/authoring/once.server";
import { saveEvent } from "~/modules/authoring/save-event.server";
import { submitEvent } from "~/modules/authoring/submit-event.server";
import type { EventFormState } from "~/modules/events/event-form-fields";
import { partsOfForm } from "./event-form-parts.server";
import { type SentEvent, takeEventForm } from "./take-event-form.server";

/** Response to the form: submitted values, errors and preview. */
export interface EventFormAnswer {
  intent: string;
  /** Id of the saved draft, or null. */
  id: string | null;
  version: number;
  /** Null if the form could not be read; the page then keeps its values. */
  fields: EventFormState | null;
  parts: Awaited<ReturnType<typeof partsOfForm>> | null;
  message: string | null;
  issues: Record<string, string>;
  /** Values saved concurrently, or null. */
  newer: Awaited<ReturnType<typeof newerTexts>> | null;
}

/** What was done with the event. */
type Done = "drafted" | "saved" | "waiting" | "pending" | "approved";

const TOASTS: Readonly<Record<Done, TextKey<"authoring">>> = {
  drafted: "authoring:toast.drafted",
  saved: "authoring:toast.saved",
  waiting: "authoring:toast.waiting",
  pending: "authoring:toast.pending",
  approved: "authoring:toast.approved",
};

const targetOf = (done: string, id: string): string =>
  done === "drafted"
    ? paths.editEvent(id)
    : done === "pending"
      ? paths.myEvents({ tab: "pending" })
      : done === "waiting"
        ? paths.myEvents()
        : paths.event(id);

/**
 * Action of the event form: redirects with a toast, or returns the rejected form.
 * @param id null for a new event
 */
export async function answerEventForm(context: SignedInContext, request: Request, id: string | null) {
  const { deps, signedIn } = context;
  // Checks ownership before storing uploads.
  if (id !== null) await getOwnEvent(deps, signedIn, id);
  let sent: SentEvent;
  try {
    sent = await takeEventForm(deps, signedIn, request);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "too-large") throw error;
    return data<EventFormAnswer>(
      {
        intent: "",
        id,
        version: 0,
        fields: null,
        parts: null,
        message: sayFrom(context)("authoring:failed.tooLarge"),
        issues: {},
        newer: null,
      },
      { status: 413 },
    );
  }
  const { intent } = sent;
  if (intent === "preview") return answer(context, sent, id, { status: 200, issues: sent.issues });
  if (intent !== "draft" && intent !== "save" && intent !== "submit") throw new AppError("bad-request");
  const at = { id };
  try {
    const key = { caller: signedIn.id, key: sent.once, body: JSON.stringify([id, sent.fingerprint]) };
    const outcome = await onceOnly(deps, key, () => act(context, sent, at));
    if (outcome === null) return redirectWithToast(request, paths.myEvents(), { kind: "info", text: "authoring:toast.underway" });
    const [done = "", eventId = ""] = outcome.split(" ");
    return redirectWithToast(request, targetOf(done, eventId), {
      kind: "success",
      text: TOASTS[done as Done],
      ...(done === "approved" && { celebrates: true }),
    });
  } catch (error) {
    return failure(context, sent, at.id, error);
  }
}

const sayFrom = ({ locale }: SignedInContext) => translatorFor(locale);

/** Saves the event and, if requested, submits it. @param at receives the id of the saved draft */
async function act({ deps, signedIn }: SignedInContext, sent: SentEvent, at: { id: string | null }): Promise<string> {
  const { intent, input, issues, seen } = sent;
  const own = at.id === null ? null : await getOwnEvent(deps, signedIn, at.id);
  const isDraft = !own?.event;
  await assertAll(issues, async () => {
    const against = await checkedAgainst(deps, input);
    if (intent === "submit" && isDraft) assertComplete(input, against);
    else if (isDraft) assertDraft(input, against);
    else assertComplete(input, { ...against, announced: own.event });
  });
  let done: Done = "drafted";
  if (at.id === null) at.id = await createDraft(deps, signedIn, input);
  else {
    const saved = await saveEvent(deps, signedIn, at.id, input, seen);
    if (!isDraft) done = saved === "saved" ? "saved" : "waiting";
  }
  if (intent === "submit") done = await submitEvent(deps, signedIn, at.id);
  return `${done} ${at.id}`;
}

/** Reports errors of the form and of its values together. @throws AppError("invalid") */
async function assertAll(issues: readonly HTTPIssue[], check: () => Promise<unknown>): Promise<void> {
  const found = await check().then(
    () => [],
    (error: unknown) => {
      if (error instanceof AppError && error.code === "invalid") return error.issues;
      throw error;
    },
  );
  if (issues.length + found.length > 0) throw new AppError("invalid", [...issues, ...found]);
}

/**
 * Live request of the form: a preview (`check`) or an autosave of the draft (`autosave`).
 * @throws AppError("bad-request") for another intent
 */
export async function answerLiveForm(context: SignedInContext, request: Request, id: string | null) {
  if (id !== null) await getOwnEvent(context.deps, context.signedIn, id);
  const sent = await takeEventForm(context.deps, context.signedIn, request);
  if (sent.intent === "autosave") return autosave(context, sent, id);
  if (sent.intent !== "check") throw new AppError("bad-request");
  return answer(context, sent, id, { status: 200 });
}

/** Saves drafts only. Submitted events change only on an explicit save. */
async function autosave(context: SignedInContext, sent: SentEvent, id: string | null) {
  const { deps, signedIn } = context;
  try {
    if (sent.issues.length > 0) throw new AppError("invalid", sent.issues);
    if (id !== null && (await getOwnEvent(deps, signedIn, id)).event) throw new AppError("conflict");
    const saved = id ?? (await createDraft(deps, signedIn, sent.input));
    if (id !== null) await saveEvent(deps, signedIn, id, sent.input, sent.seen);
    return answer(context, sent, saved, { status: 200, version: versionOf(await getOwnEvent(deps, signedIn, saved)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An incomplete draft may become valid with further input, so the page shows only that it is not saved.
    return answer(context, sent, id, { status: error.code === "conflict" ? 409 : 400, issues: error.issues });
  }
}

interface AnswerOptions {
  status: number;
  issues?: readonly HTTPIssue[];
  message?: string | null;
  version?: number;
  newer?: EventFormAnswer["newer"];
  headers?: HeadersInit;
}

/** Maps errors of the hidden URL fields to the file inputs. */
const FILE_FIELDS: Readonly<Record<string, string>> = { imageUrl: "picture", videoUrl: "video" };
const atField = (issue: HTTPIssue): HTTPIssue => ({ ...issue, path: FILE_FIELDS[issue.path] ?? issue.path });

const withoutPicture = ({ fields, input }: SentEvent): Pick<SentEvent, "fields" | "input"> => ({
  fields: { ...fields, imageUrl: "" },
  input: { ...input, imageUrl: null },
});

async function answer(context: SignedInContext, sent: SentEvent, id: string | null, options: AnswerOptions) {
  const { status, issues = [], message = null, version = sent.seen ?? 0, newer = null, headers = {} } = options;
  // Drops an unreachable remote picture, which would block the next attempt.
  if (issues.some(({ path }) => path === "imageUrl")) Object.assign(sent, withoutPicture(sent));
  return data<EventFormAnswer>(
    {
      intent: sent.intent,
      id,
      version,
      fields: sent.fields,
      parts: await partsOfForm(context, sent.input, sent.fields, id),
      message,
      issues: fieldMessages(issues.map(atField), context.locale),
      newer,
    },
    { status, headers },
  );
}

async function failure(context: SignedInContext, sent: SentEvent, id: string | null, error: unknown) {
  const { deps, signedIn, requestId, locale } = context;
  const t = sayFrom(context);
  const message = t(sent.intent === "submit" ? "authoring:failed.submit" : "authoring:failed.save");
  if (!(error instanceof AppError)) {
    log("error", "event-form.failed", { requestId, ...describeError(error) });
    return answer(context, sent, id, { status: expectedError(error)?.status ?? 500, message });
  }
  const own = id === null ? null : await orNull(getOwnEvent(deps, signedIn, id));
  const version = own ? versionOf(own) : 0;
  const { issues, retryAfter } = error;
  if (isUnverified(error)) return answer(context, sent, id, { status: 403, message: t("authoring:failed.unverified"), version });
  switch (error.code) {
    case "invalid":
      return answer(context, sent, id, { status: 400, message, issues, version: sent.seen ?? version });
    case "conflict": {
      const isStale = own !== null && issues.some(({ path }) => path === "version");
      const newer = isStale ? newerTexts(own, sent.fields, locale) : null;
      const said = isStale ? t("authoring:failed.stale") : Object.values(fieldMessages(issues, locale))[0];
      return answer(context, sent, id, { status: 409, message: said ?? t("authoring:failed.conflict"), version, newer });
    }
    case "too-many-requests": {
      const kept = id === null ? "" : ` ${t("authoring:failed.kept")}`;
      const headers: HeadersInit = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
      const [reason = ""] = Object.values(fieldMessages(issues, locale));
      return answer(context, sent, id, { status: 429, message: `${message}: ${reason}${kept}`, version, headers });
    }
    default:
      throw error;
  }
}
