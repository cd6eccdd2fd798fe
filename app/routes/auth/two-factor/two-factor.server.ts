import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { relyingParty } from "~/modules/identity/factors/passkeys.server";
import { readSecretCookie } from "~/modules/identity/sessions.server";
import {
  isSecondFactorPending,
  signInWithCode,
} from "~/modules/identity/sign-in/sign-in-with-code.server";
import { signInWithPasskey } from "~/modules/identity/sign-in/sign-in-with-passkey.server";
import { authAnswer, replaceSession, stepExpired } from "../auth-answer.server";

/** Maximum length of the input: any code with spaces and dashes. */
const CODE_LENGTH = 40;

export async function twoFactorLoader(context: AppLoadContext, request: Request) {
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  if (context.signedIn && !context.isClosed) throw redirect(returnTo);
  if (!(await isSecondFactorPending(context.deps, readSecretCookie("secondFactor", request))))
    throw stepExpired(request, returnTo);
  const t = translatorFor(context.locale);
  return {
    returnTo,
    isRecovery: searchParams.has("recovery"),
    hasPasskeys: relyingParty(context.deps.siteUrl) !== null,
    site: context.site.companyName,
    codeLength: CODE_LENGTH,
    head: pageHead(context, paths.loginSecondFactor(), {
      title: t("auth:secondFactor.title"),
      description: t("auth:secondFactor.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function twoFactorAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const form = await readForm(request);
  const isPasskey = form.get("intent") === "passkey";
  const sentences = {
    unauthorized: "auth:passkey.refused",
    forbidden: "auth:failure.deactivated",
  } as const;
  const expired = () => {
    throw stepExpired(request, returnTo);
  };
  return authAnswer(context, { sentences }, async () => {
    const result = isPasskey
      ? await signInWithPasskey(context.deps, fieldOf(form, "answer"), context.caller)
      : await expecting({ unauthorized: expired }, () =>
          signInWithCode(
            context.deps,
            readSecretCookie("secondFactor", request),
            fieldOf(form, "code").slice(0, CODE_LENGTH),
            context.caller,
          ),
        );
    return replaceSession(context, request, result, returnTo);
  });
}
