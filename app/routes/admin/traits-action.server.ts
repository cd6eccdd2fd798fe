import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, versionIn } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { isUuid } from "~/lib/runtime/ids";
import { confirmTraits } from "~/modules/review/moderation/confirm-traits.server";

/**
 * Confirms proposed traits, if a staff form asks for it.
 * @param back returns the path of the page that shows the event
 * @param confirm another command than that of submitted events
 * @throws Response the redirect back; AppError("bad-request") for an invalid form
 */
export async function traitsAction(
  { deps, signedIn }: Pick<SignedInContext, "deps" | "signedIn">,
  request: Request,
  form: FormData,
  back: (event: string) => string,
  confirm: typeof confirmTraits = confirmTraits,
): Promise<void> {
  if (fieldOf(form, "intent") !== "confirm-traits") return;
  const event = fieldOf(form, "event");
  if (!isUuid(event)) throw new AppError("bad-request");
  const keys = form.getAll("trait").filter((key): key is string => typeof key === "string");
  const late = () => {
    throw redirectWithToast(request, back(event), {
      kind: "error",
      text: "moderation:traits.failed",
    });
  };
  await expecting({ conflict: late, "not-found": late }, () =>
    confirm(deps, signedIn, event, keys, versionIn(fieldOf(form, "version"))),
  );
  throw redirectWithToast(request, back(event), {
    kind: "success",
    text: "moderation:traits.done",
  });
}
