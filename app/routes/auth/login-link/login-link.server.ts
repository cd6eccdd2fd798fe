import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { assertEmail } from "~/modules/identity/email-address";
import {
  requestSignInLink,
  signInByLink,
  signInLinkEmail,
} from "~/modules/identity/sign-in/sign-in-link.server";
import { authAnswer, replaceSession } from "../auth-answer.server";

const queryOf = (request: Request) => {
  const { searchParams } = new URL(request.url);
  return {
    token: searchParams.get("token"),
    isSent: searchParams.has("sent"),
    returnTo: safePath(searchParams.get("returnTo")),
  };
};

/** Data of the page. GET keeps the link valid, because mail scanners open links. */
export async function loginLinkLoader(context: AppLoadContext, request: Request) {
  const { token, isSent, returnTo } = queryOf(request);
  if (context.signedIn && !context.isClosed) throw redirect(inLanguageOf(request, returnTo));
  const email = token === null ? null : await signInLinkEmail(context.deps, token);
  const t = translatorFor(context.locale);
  return {
    state: token === null ? (isSent ? "sent" : "ask") : email === null ? "bad" : "link",
    email,
    returnTo,
    head: pageHead(context, paths.loginLink({}), {
      title: t("auth:loginLink.title"),
      description: t("auth:loginLink.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

/** Sends or redeems a log-in link. The response does not depend on whether the address is known. */
export async function loginLinkAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const { token, returnTo } = queryOf(request);
  const form = await readForm(request);
  const email = fieldOf(form, "email");
  const sentences = {
    "not-found": "auth:reset.bad",
    forbidden: "auth:failure.deactivated",
  } as const;
  return authAnswer(context, { values: { email }, sentences }, async () => {
    if (fieldOf(form, "intent") === "log-in")
      return replaceSession(
        context,
        request,
        await signInByLink(context.deps, token, context.caller),
        returnTo,
      );
    assertEmail(email);
    await requestSignInLink(context.deps, email, context.caller, returnTo);
    return redirect(inLanguageOf(request, paths.loginLink({ sent: true, returnTo })), 303);
  });
}
