import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { allowMailTracking, updateProfile } from "~/modules/identity/users/profile-commands.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";
import { ProfileUpdate } from "~/modules/identity/users/schema";

/** Action of `/account/preferences`. */
export async function preferencesAction(context: SignedInContext, request: Request) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  if (form.get("intent") !== "save") throw new AppError("bad-request");
  const kept = ["emailEnabled", "pushEnabled", "allowsMailTracking", "frequency"].filter((name) =>
    form.has(name),
  );
  const values = Object.fromEntries(kept.map((name) => [name, fieldOf(form, name)]));
  return formAnswer(
    context,
    { form: "preferences", values, failed: "account:preferences.failed" },
    async () => {
      const { notificationPreferences } = await getUserOrThrow(deps, signedIn.id);
      const changes = parseInput(ProfileUpdate, {
        interests: form.getAll("interest"),
        // Without the list of cities, the stored ones stay.
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
      return redirectWithToast(request, paths.accountPreferences(), {
        kind: "success",
        text: "account:saved",
      });
    },
  );
}
