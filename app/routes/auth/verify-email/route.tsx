import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formFailure } from "~/lib/http/form-failure.server";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import type { FormFailureView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { withDevice } from "~/modules/identity/device.server";
import { finishSignUp } from "~/modules/identity/postponed-sign-up.server";
import { signInById } from "~/modules/identity/sign-in.server";
import { resendVerification } from "~/modules/identity/sign-up.server";
import { verificationLinkKind, verifyEmail } from "~/modules/identity/verify-email.server";
import { signInResponse } from "~/routes/auth/sign-in-response.server";
import { VerifyEmail, type VerifyEmailState } from "~/routes/auth/verify-email/verify-email";

const returnToOf = (request: Request) => safePath(new URL(request.url).searchParams.get("returnTo"));

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Without a token: where one is after signing up, or wants a new link. Looking at it uses nothing up: scanners of mail look. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { deps, signedIn } = context;
  const token = tokenOf(request);
  const kind = token === null ? null : await verificationLinkKind(deps, token);
  const isPostponed = new URL(request.url).searchParams.has("postponed");
  const waiting = !signedIn ? (isPostponed ? "postponed" : "sent") : signedIn.isVerified ? "verified" : "unverified";
  const state: VerifyEmailState =
    kind === "sign-up" ? "sign-up" : kind ? "link" : token === null || signedIn?.isVerified ? waiting : "bad-link";
  const t = translatorFor(context.locale);
  return data(
    {
      state,
      returnTo: returnToOf(request),
      /** Of whoever may have a new link sent. */
      unverified: signedIn && !signedIn.isVerified ? signedIn.email : null,
      head: pageHead(context, paths.verifyEmail(), {
        title: t("auth:verify.title"),
        description: t("auth:sent.description", { site: context.site.companyName }),
        noindex: true,
      }),
    },
    { headers: WITHOUT_REFERRER },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const intent = fieldOf(await readForm(request), "intent");
  return intent === "resend" ? resend(request, context) : intent === "sign-up" ? finish(request, context) : verify(request, context);
}

type Context = ActionFunctionArgs["context"];

async function resend(request: Request, context: Context) {
  const { deps, signedIn, locale } = context;
  const here = paths.verifyEmail(undefined, returnToOf(request));
  if (!signedIn) return redirectWithToast(request, paths.login(here), { kind: "info", text: "auth:failure.logInFirst" });
  const { caller, cookie } = withDevice(deps.random, request, context.caller);
  try {
    await resendVerification(deps, signedIn.id, caller, returnToOf(request));
  } catch (error) {
    return formFailure(error, locale, {}, { conflict: "auth:verified.title" });
  }
  const response = redirectWithToast(request, here, { kind: "success", text: "auth:unverified.sent" });
  response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Makes the account that waited for its link. Opened in another browser, it asks for a password first. */
async function finish(request: Request, context: Context) {
  const { deps, signedIn, caller, locale } = context;
  const returnTo = returnToOf(request);
  try {
    const { userId, resetToken } = await finishSignUp(deps, tokenOf(request), caller);
    if (resetToken !== null)
      return redirectWithToast(request, paths.resetPassword(resetToken), { kind: "success", text: "auth:postponed.setPassword" });
    if (signedIn) return redirectWithToast(request, returnTo, { kind: "success", text: "auth:postponed.made" });
    const result = await signInById(deps, userId, caller);
    return signInResponse(request, result, returnTo === paths.home() ? paths.onboarding() : returnTo);
  } catch (error) {
    return formFailure(
      error,
      locale,
      {},
      { "not-found": "auth:verify.bad", conflict: "auth:postponed.taken", forbidden: "auth:signUp.closed" },
    );
  }
}

/** Signs in only in the browser that signed up: anyone may sign up with a stranger's address, whose owner then opens the link. */
async function verify(request: Request, context: Context) {
  const { deps, signedIn, caller, locale } = context;
  const returnTo = returnToOf(request);
  const isOnTheWay = returnTo !== paths.home();
  try {
    const { userId, isSameBrowser } = await verifyEmail(deps, tokenOf(request), caller.device);
    if (signedIn) {
      const next = isOnTheWay ? returnTo : signedIn.id === userId && signedIn.isOnboarded ? paths.account() : paths.home();
      return redirectWithToast(request, next, { kind: "success", text: "auth:verified.toast" });
    }
    if (!isSameBrowser) return redirectWithToast(request, paths.login(returnTo), { kind: "success", text: "auth:verified.toastLogIn" });
    const result = await signInById(deps, userId, caller);
    const isNew = result.kind === "signed-in" && result.user.onboardingCompletedAt === null;
    return signInResponse(request, result, isNew && !isOnTheWay ? paths.onboarding() : returnTo);
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden")
      return redirectWithToast(request, paths.login(), { kind: "error", text: "auth:failure.deactivated" });
    return formFailure(error, locale, {}, { "not-found": "auth:verify.bad", conflict: "auth:verify.taken" });
  }
}

export default function VerifyEmailPage() {
  return <VerifyEmail {...useLoaderData<typeof loader>()} failure={useActionData<FormFailureView>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
