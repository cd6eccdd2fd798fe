import { data } from "@remix-run/cloudflare";
import * as v from "valibot";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectTo, redirectWithToast } from "~/lib/http/flash.server";
import { expecting, fieldMessages } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { auditEntry } from "~/modules/audit/audit-entry.server";
import { deleteEvent } from "~/modules/authoring/draft-commands.server";
import { Rejection } from "~/modules/events/decision.server";
import { scheduleDecisions, TITLE_MAX } from "~/modules/review/inbox/schedule-decision.server";
import { claimsOfOthers } from "~/modules/review/inbox/watch-cases.server";
import {
  type EventSwitch,
  SWITCHES,
  switchEvent,
} from "~/modules/review/moderation/restore-event.server";
import { sureDuplicates } from "~/routes/admin/sure-duplicates.server";
import { type NoteFailure, notesAction } from "../notes-action.server";
import { traitsAction } from "../traits-action.server";
import { undoAction } from "../undo-action.server";

export const BULK_ACTIONS = [
  "approve",
  "reject",
  "feature",
  "unfeature",
  "activate",
  "deactivate",
  "delete",
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Maximum number of events in a bulk action: one page. */
const BULK_MAX = 50;
/** Number of events processed concurrently. */
const AT_ONCE = 5;

const isSwitch = (action: BulkAction): action is EventSwitch => action in SWITCHES;

/**
 * Selected event with the version shown in the list. `expectedVersion` is null if the form has
 * none.
 */
interface Chosen {
  id: string;
  expectedVersion: number | null;
}

function chosenIn(form: FormData, id: string): Chosen {
  const version = form.get(`version:${id}`);
  return {
    id,
    expectedVersion:
      typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : null,
  };
}

type Outcome = "done" | "already" | "stale" | "gone" | "invalid" | "alike" | "claimed";
/** What the inbox asks about first. */
const ASKED: readonly Outcome[] = ["alike", "claimed"];

/**
 * Applies an action to one event; a decision, of the version shown, takes effect after the time to
 * undo. Leaves out one that a colleague has claimed, and the approval of one that is almost certainly
 * another event: the inbox asks about both. Rethrows unexpected errors.
 */
async function outcomeOf(
  context: SignedInContext,
  action: BulkAction,
  chosen: Chosen,
  { reason, title }: { reason: string; title: string },
): Promise<Outcome> {
  const { deps, signedIn } = context;
  const { id, expectedVersion } = chosen;
  const late = ({ issues }: AppError) =>
    issues.some(({ path }) => path === "version") ? "stale" : "already";
  const gone = () => "gone" as const;
  const invalid = () => "invalid" as const;
  return expecting<Outcome, Outcome>({ conflict: late, "not-found": gone, invalid }, async () => {
    const isDecision = action === "approve" || action === "reject";
    if (isDecision && (await claimsOfOthers(deps, signedIn, [id])).length > 0) return "claimed";
    if (action === "approve" && (await sureDuplicates(context, { kind: "new", id })).length > 0)
      return "alike";
    if (isSwitch(action)) await switchEvent(deps, signedIn, id, action);
    else if (action === "delete") await deleteEvent(deps, signedIn, id);
    else {
      const values = { reason, version: expectedVersion };
      await scheduleDecisions(deps, signedIn, [
        { kind: "new", subjectId: id, intent: action, title: title.slice(0, TITLE_MAX), values },
      ]);
    }
    return "done";
  });
}

/**
 * Applies an action to many events. Adds one audit entry for the whole to those of each event.
 * @returns outcomes by event
 */
async function workOnMany(
  context: SignedInContext,
  action: BulkAction,
  chosen: readonly Chosen[],
  { reason, titles }: { reason: string; titles: ReadonlyMap<string, string> },
) {
  const { deps, signedIn: actor } = context;
  const outcomes: { id: string; outcome: Outcome }[] = [];
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const part = chosen.slice(from, from + AT_ONCE);
    outcomes.push(
      ...(await Promise.all(
        part.map(async (one) => ({
          id: one.id,
          outcome: await outcomeOf(context, action, one, {
            reason,
            title: titles.get(one.id) ?? "",
          }),
        })),
      )),
    );
  }
  await auditEntry(deps, {
    actorId: actor.id,
    action: `event.bulk-${action}`,
    entity: "event",
    metadata: {
      ids: outcomes.filter(({ outcome }) => outcome === "done").map(({ id }) => id),
      asked: chosen.length,
    },
    sessionId: actor.sessionId,
  });
  return outcomes;
}

export interface AllEventsAnswer {
  message: string | null;
  confirm: { ids: string[]; titles: string[]; question: string } | null;
  results: {
    summary: string;
    items: { id: string; title: string; isDone: boolean; text: string; href: string | null }[];
  } | null;
  note: NoteFailure | null;
  /** Bulk rejection without a valid reason: the selected ids and the typed reason. */
  rejecting: { ids: string[]; reason: string; issue: string | null } | null;
}

const caseOf = (id: string) => paths.adminInbox({ case: `new-${id}` });

const NOTHING: AllEventsAnswer = {
  message: null,
  confirm: null,
  results: null,
  note: null,
  rejecting: null,
};

/** Actions of `/admin/events`: `<action>:<id>` for one event, `bulk` for the selected ones. */
export async function allEventsAction(context: SignedInContext, request: Request) {
  const { locale } = context;
  const t = translatorFor(locale);
  const form = await readForm(request);
  const url = new URL(request.url);
  for (const name of ["delete", "event", "lang"]) url.searchParams.delete(name);
  const params = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
  );
  const back = paths.adminEvents(params);
  const opened = (event: string) => paths.adminEvents({ ...params, event });
  await traitsAction(context, request, form, opened);
  const undone = await undoAction(context, request, form, () => back);
  if (undone) return data({ ...NOTHING, message: undone.data.failure.message }, { status: 409 });
  const note = await notesAction(context, request, form, opened);
  if (note) return data({ ...NOTHING, note }, { status: 400 });
  const [intent = "", one] = String(form.get("intent") ?? "").split(":");
  if (intent !== "bulk") {
    const action = BULK_ACTIONS.find((known) => known === intent && known !== "reject");
    if (!action || !one || !isUuid(one)) throw new AppError("bad-request");
    const title = fieldOf(form, `title:${one}`);
    const outcome = await outcomeOf(context, action, chosenIn(form, one), { reason: "", title });
    const isDone = outcome === "done";
    // The line of one's own decisions says so, with the undo.
    if (isDone && action === "approve") throw redirectTo(request, back);
    const done = action === "approve" || action === "reject" ? null : action;
    throw redirectWithToast(request, ASKED.includes(outcome) ? caseOf(one) : back, {
      kind: isDone ? "success" : "error",
      text:
        isDone && done ? `moderation:events.done.${done}` : `moderation:events.outcome.${outcome}`,
    });
  }
  const action = BULK_ACTIONS.find((known) => known === form.get("bulk"));
  const ids = [
    ...new Set(
      form.getAll("id").filter((id): id is string => typeof id === "string" && isUuid(id)),
    ),
  ];
  if (!action || ids.length === 0 || ids.length > BULK_MAX) {
    const message =
      ids.length > BULK_MAX
        ? t("moderation:events.bulk.tooMany", { max: BULK_MAX })
        : t("moderation:events.bulk.nothing");
    return data({ ...NOTHING, message }, { status: 400 });
  }
  const rejection =
    action === "reject" ? v.safeParse(Rejection, { reason: fieldOf(form, "reason") }) : null;
  if (rejection && !rejection.success) {
    const issue =
      fieldMessages([{ path: "reason", message: rejection.issues[0].message }], locale).reason ??
      null;
    return data(
      { ...NOTHING, rejecting: { ids, reason: fieldOf(form, "reason"), issue } },
      { status: 400 },
    );
  }
  const titles = new Map(ids.map((id) => [id, String(form.get(`title:${id}`) ?? id)]));
  if (action === "delete" && form.get("confirmed") !== "1")
    return data({
      ...NOTHING,
      confirm: {
        ids,
        titles: ids.map((id) => titles.get(id) ?? id),
        question: t("moderation:events.bulk.question", { count: ids.length }),
      },
    });
  const outcomes = await workOnMany(
    context,
    action,
    ids.map((id) => chosenIn(form, id)),
    { reason: rejection?.success ? rejection.output.reason : "", titles },
  );
  const done = outcomes.filter(({ outcome }) => outcome === "done").length;
  return data({
    ...NOTHING,
    results: {
      summary: `${t(`moderation:events.bulk.action.${action}`)}: ${t("moderation:events.bulk.summary", { done, count: outcomes.length })}`,
      items: outcomes.map(({ id, outcome }) => ({
        id,
        title: titles.get(id) ?? id,
        isDone: outcome === "done",
        text: t(`moderation:events.outcome.${outcome}`),
        href: ASKED.includes(outcome) ? caseOf(id) : null,
      })),
    },
  });
}
