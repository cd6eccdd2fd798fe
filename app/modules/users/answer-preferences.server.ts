import { AppError } from "../../lib/errors";
import { redirectWithToast } from "../../lib/flash.server";
import { parseInput } from "../../lib/parse-input";
import { paths } from "../../lib/paths";
import { fieldOf, readForm } from "../../lib/read-form.server";
import type { AccountContext } from "./account-context.server";
import { allowMailTracking } from "./allow-mail-tracking.server";
import { answerForm } from "./answer-form.server";
import { getUserOrThrow } from "./queries.server";
import { ProfileUpdate } from "./schema";
import { updateProfile } from "./update-profile.server";

/** The form of /account/preferences. */
export async function answerPreferences(context: AccountContext, request: Request) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  if (form.get("intent") !== "save") throw new AppError("bad-request");
  return answerForm(context, { form: "preferences", failed: "account:preferences.failed" }, async () => {
    const { notificationPreferences } = await getUserOrThrow(deps, signedIn.id);
    const changes = parseInput(ProfileUpdate, {
      interests: form.getAll("interest"),
      // Where the list could not be shown, nothing has been chosen anew.
      ...(form.has("hasCities") ? { cities: form.getAll("city") } : null),
      notificationPreferences: {
        ...notificationPreferences,
        emailEnabled: form.has("emailEnabled"),
        ...(form.has("hasPush") ? { pushEnabled: form.has("pushEnabled") } : null),
        categories: form.getAll("category"),
        frequency: fieldOf(form, "frequency"),
      },
    });
    await updateProfile(deps, signedIn, changes);
    await allowMailTracking(deps, signedIn, form.has("allowsMailTracking"));
    return redirectWithToast(request, paths.accountPreferences(), { kind: "success", text: "account:saved" });
  });
}
