import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { relyingParty } from "~/modules/identity/factors/passkeys.server";
import { googleOf } from "~/modules/identity/sign-in/google.server";
import { signIn } from "~/modules/identity/sign-in/sign-in.server";
import { signInWithPasskey } from "~/modules/identity/sign-in/sign-in-with-passkey.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { authAnswer, replaceSession } from "../auth-answer.server";

export async function loginLoader(context: AppLoadContext, request: Request) {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  const isAgain = searchParams.has("again");
  // During maintenance, signed-in users may want to switch accounts.
  if (context.signedIn && !context.isClosed && !isAgain) throw redirect(returnTo);
  const t = translatorFor(context.locale);
  const { features } = await settingsOf(context.deps);
  return {
    returnTo,
    lead: isAgain ? ("again" as const) : leadOf(returnTo),
    isAgain,
    hasPasskeys: relyingParty(context.deps.siteUrl) !== null,
    hasEnded: new URL(request.url).searchParams.has("ended"),
    hasGoogle: (await googleOf(context.deps)) !== null,
    hasSignUp: features.enableUserRegistration,
    head: pageHead(context, paths.login(), {
      title: t("auth:logIn.title"),
      description: t("auth:logIn.description", { site: context.site.companyName }),
    }),
  };
}

/** Says what a visitor logs in for, where that is more than reading. */
function leadOf(returnTo: string) {
  const { pathname } = new URL(returnTo, "http://path.invalid");
  if (pathname === paths.follow()) return "toFollow" as const;
  return pathname.startsWith(paths.createEvent()) ? ("toCreate" as const) : ("lead" as const);
}

export async function loginAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const form = await readForm(request);
  const email = fieldOf(form, "email");
  const isPasskey = form.get("intent") === "passkey";
  const sentences = {
    unauthorized: isPasskey ? "auth:passkey.refused" : "auth:failure.credentials",
    forbidden: "auth:failure.deactivated",
  } as const;
  return authAnswer(context, { values: { email }, sentences }, async () => {
    const result = isPasskey
      ? await signInWithPasskey(context.deps, fieldOf(form, "answer"), context.caller)
      : await signIn(context.deps, { email, password: fieldOf(form, "password") }, context.caller);
    return replaceSession(
      context,
      request,
      result,
      new URL(request.url).searchParams.get("returnTo"),
    );
  });
}
