import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { googleOf } from "~/modules/identity/sign-in/google.server";
import { withDevice } from "~/modules/identity/sign-in/known-device.server";
import { signUp } from "~/modules/identity/sign-in/sign-up.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { authAnswer } from "../auth-answer.server";
import { readSignUp } from "../sign-up-form.server";

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
