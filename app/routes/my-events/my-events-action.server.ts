import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import type { TextKey } from "~/i18n/translate";
import { readWrittenDay } from "~/lib/dates/written-days";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { copySeason } from "~/modules/authoring/copy-season.server";
import {
  deleteDrafts,
  deleteEvent,
  duplicateEvent,
} from "~/modules/authoring/draft-commands.server";
import { getOwnEvent } from "~/modules/authoring/find-own-event.server";
import { submitEvent, withdrawEvent } from "~/modules/authoring/submit-event.server";
import { removePerson, setPersonMails } from "~/modules/hosting/people.server";

/** Actions of `/my-events` rows. Errors appear in a toast. */
export async function myEventsAction(
  deps: Deps,
  actor: Actor,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  const id = fieldOf(form, "id");
  const intent = fieldOf(form, "intent");
  const chosen = form.getAll("chosen").map(String);
  const back = safePath(form.get("returnTo") ?? paths.myEvents());
  const say = (text: TextKey<"authoring">, location = back) =>
    redirectWithToast(request, location, { kind: "success", text });
  const fail =
    (text: TextKey<"authoring">, location = back) =>
    () =>
      redirectWithToast(request, location, { kind: "error", text });
  const refusals = {
    conflict: fail("authoring:failed.conflict"),
    ...(intent === "submit" && {
      invalid: fail("authoring:failed.submit", paths.editEvent(id)),
      "too-many-requests": fail("authoring:failed.limit", paths.editEvent(id)),
    }),
  };
  return expecting(refusals, async () => {
    switch (intent) {
      case "submit": {
        const status = await submitEvent(deps, actor, id);
        return status === "approved"
          ? redirectWithToast(request, back, {
              kind: "success",
              text: "authoring:toast.approved",
              celebrates: true,
            })
          : say("authoring:toast.pending");
      }
      case "withdraw":
        await withdrawEvent(deps, actor, id);
        return say("authoring:toast.withdrawn");
      case "duplicate":
        return say(
          "authoring:toast.duplicated",
          paths.editEvent(await duplicateEvent(deps, actor, id)),
        );
      case "choose-drafts":
      case "choose-copies": {
        if (chosen.length === 0) return fail("authoring:mine.chosen.none")();
        const [tab, step] = intent === "choose-drafts" ? ["drafts", "remove"] : [null, "copy"];
        return redirect(
          `${inLanguageOf(request, paths.myEvents({ tab, [step as string]: chosen.join(",") }))}#${step}`,
          303,
        );
      }
      case "copy-season": {
        const copying = paths.myEvents({ copy: chosen.join(",") });
        const first = readWrittenDay(fieldOf(form, "first"))?.day;
        if (!first) return fail("authoring:mine.copy.noDay", copying)();
        const count = await expecting(
          { invalid: fail("authoring:mine.copy.badDay", copying) },
          () => copySeason(deps, actor, chosen, first),
        );
        if (count instanceof Response) return count;
        return redirectWithToast(request, paths.myEvents({ tab: "drafts" }), {
          kind: "success",
          text: "authoring:mine.copy.done",
          values: { count },
        });
      }
      case "delete-drafts": {
        const count = await deleteDrafts(deps, actor, chosen);
        return redirectWithToast(request, paths.myEvents({ tab: "drafts" }), {
          kind: "success",
          text: "authoring:mine.drafts.deleted",
          values: { count },
        });
      }
      case "mails-on":
      case "mails-off":
        await setPersonMails(deps, actor, id, intent === "mails-on");
        return redirectWithToast(request, back, {
          kind: "success",
          text: intent === "mails-on" ? "people:helping.mailsAreOn" : "people:helping.mailsAreOff",
        });
      case "leave":
        await removePerson(deps, actor, id);
        return redirectWithToast(request, back, { kind: "success", text: "people:helping.left" });
      default:
        throw new AppError("bad-request");
    }
  });
}

/** Action of the delete page (product.md §8). */
export async function deletionAction(
  deps: Deps,
  actor: Actor,
  request: Request,
  id: string,
): Promise<Response> {
  await getOwnEvent(deps, actor, id);
  if (fieldOf(await readForm(request), "intent") !== "delete") throw new AppError("bad-request");
  const back = (kind: "success" | "error", text: TextKey<"authoring">) =>
    redirectWithToast(request, paths.myEvents(), { kind, text });
  return expecting({ conflict: () => back("error", "authoring:failed.delete") }, async () => {
    await deleteEvent(deps, actor, id);
    return back("success", "authoring:toast.deleted");
  });
}
