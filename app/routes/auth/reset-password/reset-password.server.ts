import type { AppLoadContext } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { isResetLinkGood, resetPassword } from "~/modules/identity/change-password.server";
import { secretCookie } from "~/modules/identity/sessions.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { authAnswer } from "../auth-answer.server";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

export async function resetPasswordLoader(context: AppLoadContext, request: Request) {
  const { deps, locale } = context;
  const { security } = await settingsOf(deps);
  const t = translatorFor(locale);
  return {
    isGood: await isResetLinkGood(deps, tokenOf(request)),
    rules: { minLength: security.passwordMinLength, needsUppercase: security.requireUppercase },
    head: pageHead(context, paths.resetPassword(), {
      title: t("auth:reset.title"),
      description: t("auth:reset.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function resetPasswordAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const password = fieldOf(await readForm(request), "password");
  return authAnswer(context, { sentences: { "not-found": "auth:reset.bad" } }, async () => {
    await resetPassword(context.deps, tokenOf(request), password, context.caller);
    const response = redirectWithToast(request, paths.login(), {
      kind: "success",
      text: "auth:reset.done",
    });
    // All sessions of the account have ended, including the one of this browser.
    response.headers.append("Set-Cookie", secretCookie("session", request, null));
    response.headers.set("X-Remix-Reload-Document", "true");
    return response;
  });
}
