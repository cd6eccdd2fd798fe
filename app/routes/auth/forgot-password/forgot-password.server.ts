import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { requestPasswordReset } from "~/modules/identity/change-password.server";
import { assertEmail } from "~/modules/identity/email-address";
import { authAnswer } from "../auth-answer.server";

export function forgotPasswordLoader(context: AppLoadContext, request: Request) {
  const t = translatorFor(context.locale);
  return {
    isSent: new URL(request.url).searchParams.has("sent"),
    head: pageHead(context, paths.forgotPassword(), {
      title: t("auth:forgot.title"),
      description: t("auth:forgot.description", { site: context.site.companyName }),
    }),
  };
}

/** Sends a reset link. The response does not depend on whether the address is known. */
export async function forgotPasswordAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const email = fieldOf(await readForm(request), "email");
  return authAnswer(context, { values: { email } }, async () => {
    assertEmail(email);
    await requestPasswordReset(context.deps, email, context.caller);
    return redirect(inLanguageOf(request, paths.forgotPassword({ sent: true })), 303);
  });
}
