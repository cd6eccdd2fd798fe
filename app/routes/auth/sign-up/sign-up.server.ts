import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { normalizeEmail } from "~/modules/identity/email-address";
import { passwordIssue } from "~/modules/identity/password.server";
import { SignUp } from "~/modules/identity/schema";
import { googleOf } from "~/modules/identity/sign-in/google.server";
import { withDevice } from "~/modules/identity/sign-in/known-device.server";
import { signUp } from "~/modules/identity/sign-in/sign-up.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { authAnswer } from "../auth-answer.server";

/**
 * Parses the sign-up form and reports all errors at once.
 * @throws AppError("invalid") with field errors
 */
async function readSignUp(
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

/** Values that a rejected form keeps. */
const KEPT = ["displayName", "email", "isAdult16", "acceptsTerms"];

export async function signUpLoader(context: AppLoadContext, request: Request) {
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  if (context.signedIn) throw redirect(returnTo);
  const t = translatorFor(context.locale);
  const { features, security } = await settingsOf(context.deps);
  return {
    returnTo,
    isOpen: features.enableUserRegistration,
    hasGoogle: (await googleOf(context.deps)) !== null,
    password: { minLength: security.passwordMinLength, needsUppercase: security.requireUppercase },
    head: pageHead(context, paths.signUp(), {
      title: t("auth:signUp.title"),
      description: t("auth:signUp.description", { site: context.site.companyName }),
    }),
  };
}

export async function signUpAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const { deps } = context;
  const { features } = await settingsOf(deps);
  const form = await readForm(request);
  const isOpen = features.enableUserRegistration;
  const values = isOpen ? Object.fromEntries(KEPT.map((name) => [name, fieldOf(form, name)])) : {};
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const { caller, cookie } = withDevice(deps.random, request, context.caller);
  return authAnswer(
    context,
    { values, sentences: { forbidden: "auth:signUp.closed" } },
    async () => {
      if (!isOpen) throw new AppError("forbidden");
      const made = await signUp(deps, await readSignUp(deps, form), caller, {
        returnTo,
        atLimit: "mail",
      });
      const next =
        made === "postponed" ? paths.signUpPostponed() : paths.verifyEmail(undefined, returnTo);
      return redirect(inLanguageOf(request, next), {
        status: 303,
        headers: { "Set-Cookie": cookie },
      });
    },
  );
}
