import { data } from "@remix-run/cloudflare";
import type { DecisionFailureView, OtherView } from "~/components/moderation/case-view";
import { translatorFor } from "~/i18n/messages.server";
import { fieldOf } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";

/**
 * Asks a second time before a decision that makes an event public, or keeps it, beside others that
 * are almost the same, or one whose source is on trial. The form that comes back shows the others
 * and names them.
 * @returns null if there are none or the form confirms them
 */
export function askAgain(
  { locale }: SignedInContext,
  form: FormData,
  intent: "approve" | "keep-both",
  shown: OtherView[],
  isOnTrial = false,
) {
  const others = [...(isOnTrial ? ["trial"] : []), ...shown.map(({ id }) => id)].join(" ");
  if (others === "" || fieldOf(form, "confirmed") === others) return null;
  const t = translatorFor(locale);
  const question =
    intent === "approve" ? "moderation:inbox.confirm.approve" : "moderation:inbox.confirm.keep";
  const failure: DecisionFailureView = {
    event: fieldOf(form, "event"),
    message: [
      ...(isOnTrial ? [t("moderation:inbox.confirm.trial")] : []),
      ...(shown.length > 0 ? [t(question)] : []),
    ].join(" "),
    issues: {},
    reason: fieldOf(form, "reason"),
    // Was asked before.
    claim: fieldOf(form, "despite") || undefined,
    confirm: { intent, others, shown },
  };
  return data({ failure, note: null }, { status: 409 });
}
