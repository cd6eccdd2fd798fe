import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { myDecisions } from "~/modules/review/inbox/my-decisions.server";
import { revertEntry } from "~/modules/review/inbox/revert-entry.server";
import type { DecisionIntent, InboxKind } from "../../../../../db/schema/index";
import { undoAction } from "../../undo-action.server";

/** Data of `/admin/inbox/decisions`: what the reader has decided in this session. */
export async function myDecisionsPage(context: SignedInContext) {
  const { deps, signedIn, locale, origin, seo, timeZone } = context;
  const t = translatorFor(locale);
  const decisions = await myDecisions(deps, signedIn);
  const countOf = (intent: string) =>
    formatNumber(
      decisions.filter(
        (one) => one.intent === intent && (one.state === "done" || one.state === "waiting"),
      ).length,
      locale,
    );
  return {
    head: pageHead({ origin, locale, seo }, paths.adminMyDecisions(), {
      title: t("moderation:mine.title"),
      noindex: true,
    }),
    lead: t("moderation:mine.lead", {
      approved: countOf("approve"),
      rejected: countOf("reject"),
      merged: countOf("merge"),
      kept: countOf("keep"),
    }),
    decisions: decisions.map(({ id, kind, subjectId, intent, title, createdAt, ...rest }) => ({
      id,
      title,
      intent,
      intentLabel: t(`moderation:mine.intent.${intent}`),
      state: t(`moderation:mine.state.${rest.state}`),
      at: new Date(createdAt).toISOString(),
      time: formatTime(createdAt, timeZone ?? USUAL_ZONE, locale),
      /** Its case; of a merge, which has none any more, null. */
      href: intent === "merge" ? null : paths.adminInbox({ case: `${kind}-${subjectId}` }),
      isWaiting: rest.state === "waiting",
      /** Entry of the audit log whose reversal takes it back. */
      entry: rest.entry,
      /** Why it cannot be taken back. */
      final: rest.final && t(`moderation:mine.final.${rest.final}`),
      /** What undoing does, where a word is not enough. */
      undoing: rest.entry && t(`moderation:mine.undoing.${undoingOf(kind, intent)}`),
    })),
  };
}

/** What takes back a decision in effect. */
function undoingOf(kind: InboxKind, intent: DecisionIntent) {
  if (intent === "merge") return kind === "candidate" ? "candidate" : "merge";
  if (intent === "keep") return "keep";
  if (kind === "plan" || kind === "reported") return "reopen";
  if (intent === "reject") return kind === "candidate" ? "candidate" : "reject";
  return kind === "edit" || kind === "source" ? "edit" : "approve";
}

/** Undoes a decision that waits, or takes back one in effect by the inverse of its command. */
export async function myDecisionsAction(context: SignedInContext, request: Request) {
  const form = await readForm(request);
  const back = paths.adminMyDecisions();
  const undone = await undoAction(context, request, form, () => back);
  const late = () => {
    throw redirectWithToast(request, back, { kind: "info", text: "moderation:inbox.undoLate" });
  };
  if (undone) return late();
  const entry = fieldOf(form, "entry");
  if (fieldOf(form, "intent") !== "revert" || !isUuid(entry)) throw new AppError("bad-request");
  await expecting({ conflict: late, invalid: late }, () =>
    revertEntry(context.deps, context.signedIn, entry),
  );
  throw redirectWithToast(request, back, { kind: "success", text: "moderation:mine.takenBack" });
}
