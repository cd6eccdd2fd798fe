import type { AppLoadContext } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { withDevice } from "~/modules/identity/device.server";
import { finishSignUp } from "~/modules/identity/postponed-sign-up.server";
import { signInById } from "~/modules/identity/sign-in.server";
import { resendVerification } from "~/modules/identity/sign-up.server";
import { verificationLinkKind, verifyEmail } from "~/modules/identity/verify-email.server";
import { authAnswer } from "../auth-answer.server";
import { signInResponse } from "../sign-in-response.server";

const returnToOf = (request: Request) =>
  safePath(new URL(request.url).searchParams.get("returnTo"));

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

type VerifyEmailState =
  | "sent"
  | "postponed"
  | "unverified"
  | "verified"
  | "link"
  | "sign-up"
  | "bad-link";

/**
 * Data of the page. Without a token: after sign-up, or to request a new link. GET keeps the link
 * valid, because mail scanners open links.
 */
export async function verifyEmailLoader(context: AppLoadContext, request: Request) {
  const { deps, signedIn } = context;
  const token = tokenOf(request);
  const kind = token === null ? null : await verificationLinkKind(deps, token);
  const isPostponed = new URL(request.url).searchParams.has("postponed");
  const waiting = !signedIn
    ? isPostponed
      ? "postponed"
      : "sent"
    : signedIn.isVerified
      ? "verified"
      : "unverified";
  const state: VerifyEmailState =
    kind === "sign-up"
      ? "sign-up"
      : kind
        ? "link"
        : token === null || signedIn?.isVerified
          ? waiting
          : "bad-link";
  const t = translatorFor(context.locale);
  return {
    state,
    returnTo: returnToOf(request),
    /** Address of the signed-in user, if unconfirmed. */
    unverified: signedIn && !signedIn.isVerified ? signedIn.email : null,
    head: pageHead(context, paths.verifyEmail(), {
      title: t("auth:verify.title"),
      description: t("auth:sent.description", { site: context.site.companyName }),
      noindex: true,
    }),
  };
}

export async function verifyEmailAction(context: AppLoadContext, request: Request) {
  assertSecure(request);
  const intent = fieldOf(await readForm(request), "intent");
  return intent === "resend"
    ? resend(context, request)
    : intent === "sign-up"
      ? finish(context, request)
      : verify(context, request);
}

async function resend(context: AppLoadContext, request: Request) {
  const { deps, signedIn } = context;
  const here = paths.verifyEmail(undefined, returnToOf(request));
  if (!signedIn)
    return redirectWithToast(request, paths.login(here), {
      kind: "info",
      text: "auth:failure.logInFirst",
    });
  const { caller, cookie } = withDevice(deps.random, request, context.caller);
  return authAnswer(context, { sentences: { conflict: "auth:verified.title" } }, async () => {
    await resendVerification(deps, signedIn.id, caller, returnToOf(request));
    const response = redirectWithToast(request, here, {
      kind: "success",
      text: "auth:unverified.sent",
    });
    response.headers.append("Set-Cookie", cookie);
    return response;
  });
}

/** Creates the account of a pending sign-up. In another browser it requires the password first. */
async function finish(context: AppLoadContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const returnTo = returnToOf(request);
  const sentences = {
    "not-found": "auth:verify.bad",
    conflict: "auth:postponed.taken",
    forbidden: "auth:signUp.closed",
  } as const;
  return authAnswer(context, { sentences }, async () => {
    const { userId, resetToken } = await finishSignUp(deps, tokenOf(request), caller);
    if (resetToken !== null)
      return redirectWithToast(request, paths.resetPassword(resetToken), {
        kind: "success",
        text: "auth:postponed.setPassword",
      });
    if (signedIn)
      return redirectWithToast(request, returnTo, { kind: "success", text: "auth:postponed.made" });
    const result = await signInById(deps, userId, caller);
    return signInResponse(
      request,
      result,
      returnTo === paths.home() ? paths.onboarding() : returnTo,
    );
  });
}

/**
 * Confirms an address. Logs in only the browser that signed up, because anyone may sign up with
 * another person's address.
 */
async function verify(context: AppLoadContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const returnTo = returnToOf(request);
  const isOnTheWay = returnTo !== paths.home();
  const sentences = { "not-found": "auth:verify.bad", conflict: "auth:verify.taken" } as const;
  return authAnswer(context, { sentences }, async () => {
    const { userId, isSameBrowser } = await verifyEmail(deps, tokenOf(request), caller.device);
    if (signedIn) {
      const next = isOnTheWay
        ? returnTo
        : signedIn.id === userId && signedIn.isOnboarded
          ? paths.account()
          : paths.home();
      return redirectWithToast(request, next, { kind: "success", text: "auth:verified.toast" });
    }
    if (!isSameBrowser)
      return redirectWithToast(request, paths.login(returnTo), {
        kind: "success",
        text: "auth:verified.toastLogIn",
      });
    const result = await signInById(deps, userId, caller);
    const isNew = result.kind === "signed-in" && result.user.onboardingCompletedAt === null;
    return signInResponse(request, result, isNew && !isOnTheWay ? paths.onboarding() : returnTo);
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "forbidden")
      return redirectWithToast(request, paths.login(), {
        kind: "error",
        text: "auth:failure.deactivated",
      });
    throw error;
  });
}
