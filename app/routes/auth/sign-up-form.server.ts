import * as v from "valibot";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { fieldOf } from "~/lib/http/read-form.server";
import { normalizeEmail } from "~/modules/identity/email-address";
import { passwordIssue } from "~/modules/identity/password.server";
import { SignUp } from "~/modules/identity/schema";
import { settingsOf } from "~/modules/settings/platform-settings.server";

/**
 * Parses the sign-up form and reports all errors at once.
 * @throws AppError("invalid") with field errors
 */
export async function readSignUp(
  deps: Pick<Deps, "db" | "memo" | "shipped">,
  form: FormData,
): Promise<SignUp> {
  const email = fieldOf(form, "email");
  const password = fieldOf(form, "password");
  const parsed = v.safeParse(SignUp, {
    email,
    password,
    displayName: fieldOf(form, "displayName"),
    isAdult16: form.has("isAdult16"),
    acceptsTerms: form.has("acceptsTerms"),
  });
  if (parsed.success) return parsed.output;
  const weakness = await passwordIssue(deps, password, (await settingsOf(deps)).security);
  throw new AppError("invalid", [
    // In the order of the form.
    ...parsed.issues
      .filter(({ path }) => path?.[0].key === "displayName")
      .map(({ message }) => ({ path: "displayName", message })),
    ...(normalizeEmail(email) === null ? [{ path: "email", message: "errors:issue.email" }] : []),
    ...(weakness ? [{ path: "password", message: `errors:issue.password.${weakness}` }] : []),
    ...parsed.issues.flatMap(({ path, message }) => {
      const key = path?.[0].key;
      return key === "isAdult16" || key === "acceptsTerms" ? [{ path: key, message }] : [];
    }),
  ]);
}
