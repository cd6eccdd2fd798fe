import { AppError } from "~/lib/errors";
import type { Flash } from "~/lib/http/flash";
import { redirectWithToast } from "~/lib/http/flash.server";
import { readForm } from "~/lib/http/read-form.server";
import { paths } from "~/lib/paths";
import { checkDemoEvent, type DemoAnswer } from "./demo-event";
import { pause } from "./pause.server";

const TOASTS: Record<string, Flash> = {
  success: { kind: "success", text: "pages:feedback.success" },
  info: { kind: "info", text: "pages:feedback.info" },
  error: { kind: "error", text: "pages:feedback.error" },
};

/**
 * Actions of the demo page: redirects with a toast, or returns the rejected form. @throws AppError
 * as `readForm` does
 */
export async function feedbackDemoAction(request: Request): Promise<Response | DemoAnswer> {
  const form = await readForm(request);
  const back = (section: string, flash: Flash | undefined, query?: { removed: boolean }) => {
    if (!flash) throw new AppError("bad-request");
    return redirectWithToast(request, `${paths.feedbackDemo(query)}#${section}`, flash);
  };
  switch (form.get("intent")) {
    case "toast":
      return back("toasts", TOASTS[String(form.get("kind"))]);
    case "wait":
      await pause();
      return back("waiting", { kind: "success", text: "pages:feedback.waited" });
    case "check": {
      const answer = checkDemoEvent(form);
      return Object.keys(answer.issues).length > 0
        ? answer
        : back("form", { kind: "success", text: "pages:feedback.checked" });
    }
    case "delete":
      return back(
        "confirm",
        { kind: "success", text: "pages:feedback.deleted" },
        { removed: true },
      );
    default:
      throw new AppError("bad-request");
  }
}
