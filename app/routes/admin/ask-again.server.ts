import { data } from "@remix-run/cloudflare";
import type { OtherView } from "~/components/moderation/case-view";
import { translatorFor } from "~/i18n/messages.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import type { DecisionFailure } from "./decision-action.server";

/**
 * Asks a second time before a decision that makes an event public, or keeps it, beside others that
 * are almost the same. The form that comes back shows the others and names them.
 * @returns null if there are none or the form confirms them
 */
export function askAgain(
  { locale }: SignedInContext,
  form: FormData,
  intent: "approve" | "keep-both",
  shown: OtherView[],
) {
  const others = shown.map(({ id }) => id).join(" ");
  if (shown.length === 0 || fieldOf(form, "confirmed") === others) return null;
  const failure: DecisionFailure = {
    event: fieldOf(form, "event"),
    message: translatorFor(locale)(
      intent === "approve" ? "moderation:inbox.confirm.approve" : "moderation:inbox.confirm.keep",
    ),
    issues: {},
    reason: fieldOf(form, "reason"),
    // Was asked before.
    claim: fieldOf(form, "despite") || undefined,
    confirm: { intent, others, shown },
  };
  return data({ failure, note: null }, { status: 409 });
}
