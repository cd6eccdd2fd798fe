import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { expecting } from "~/lib/http/form-answer.server";
import { readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { readSecretCookie, secretCookie } from "~/modules/identity/sessions.server";
import { findPostponed, signUpWithGoogle } from "~/modules/identity/sign-in/google.server";
import { authAnswer, replaceSession, stepExpired } from "../auth-answer.server";

export async function googleSignUpLoader(context: AppLoadContext, request: Request) {
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  if (context.signedIn) throw redirect(returnTo);
  const person = await findPostponed(
    context.deps,
    readSecretCookie("googleSignUp", request),
    context.caller,
  );
  if (!person) throw stepExpired(request, returnTo);
  const t = translatorFor(context.locale);
  return {
    returnTo,
    name: person.name,
    email: person.email,
    head: pageHead(context, paths.signUpGoogle(), {
      title: t("auth:signUp.title"),
      description: t("auth:signUp.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function googleSignUpAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const returnTo = safePath(new URL(request.url).searchParams.get("returnTo"));
  const form = await readForm(request);
  const values = Object.fromEntries(
    ["isAdult16", "acceptsTerms"].map((name) => [name, form.has(name) ? "on" : ""]),
  );
  return authAnswer(
    context,
    { values, sentences: { forbidden: "auth:signUp.closed" } },
    async () => {
      const boxes = { isAdult16: form.has("isAdult16"), acceptsTerms: form.has("acceptsTerms") };
      const token = readSecretCookie("googleSignUp", request);
      const expired = () => {
        throw stepExpired(request, returnTo);
      };
      const result = await expecting({ unauthorized: expired }, () =>
        signUpWithGoogle(context.deps, token, boxes, context.caller),
      );
      const isNew =
        result.kind === "signed-in" &&
        result.user.onboardingCompletedAt === null &&
        returnTo === paths.home();
      const response = await replaceSession(
        context,
        request,
        result,
        isNew ? paths.onboarding() : returnTo,
      );
      response.headers.append("Set-Cookie", secretCookie("googleSignUp", request, null));
      return response;
    },
  );
}
