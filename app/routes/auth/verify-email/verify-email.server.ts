import type { AppLoadContext } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { withDevice } from "~/modules/identity/sign-in/known-device.server";
import { finishSignUp } from "~/modules/identity/sign-in/postponed-sign-up.server";
import { type SignInResult, signInById } from "~/modules/identity/sign-in/sign-in.server";
import { resendVerification } from "~/modules/identity/sign-in/sign-up.server";
import {
  verificationLinkKind,
  verifyEmail,
  verifyEmailByNewPassword,
  verifyEmailByPassword,
} from "~/modules/identity/sign-in/verify-email.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { authAnswer, replaceSession, signInResponse } from "../auth-answer.server";

const returnToOf = (request: Request) =>
  safePath(new URL(request.url).searchParams.get("returnTo"));

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

const readerOf = ({ caller, signedIn }: AppLoadContext) => ({
  device: caller.device,
  userId: signedIn?.id ?? null,
});

type VerifyEmailState =
  | "sent"
  | "postponed"
  | "unverified"
  | "verified"
  | "confirm"
  | "password"
  | "log-in"
  | "sign-up"
  | "bad-link";

/**
 * Data of the page. Without a token: after sign-up, or to request a new link. GET keeps the link
 * valid, because mail scanners open links.
 */
export async function verifyEmailLoader(context: AppLoadContext, request: Request) {
  const { deps, signedIn } = context;
  const token = tokenOf(request);
  const link = token === null ? null : await verificationLinkKind(deps, token, readerOf(context));
  const isPostponed = new URL(request.url).searchParams.has("postponed");
  const waiting = !signedIn
    ? isPostponed
      ? "postponed"
      : "sent"
    : signedIn.isVerified
      ? "verified"
      : "unverified";
  const state: VerifyEmailState =
    link?.kind ?? (token === null || signedIn?.isVerified ? waiting : "bad-link");
  const t = translatorFor(context.locale);
  const { security } = await settingsOf(deps);
  return {
    state,
    returnTo: returnToOf(request),
    /** What another browser than the one that asked for the link is told and asked. */
    elsewhere:
      link?.kind === "password"
        ? {
            email: link.email,
            since: formatDate(link.since, context.timeZone ?? USUAL_ZONE, context, {
              weekday: false,
            }),
            /** The page with the form for a new password; null where none may be chosen. */
            replaceAt: link.mayReplace
              ? paths.verifyEmailAnew(token ?? "", returnToOf(request))
              : null,
            isReplacing: link.mayReplace && new URL(request.url).searchParams.has("new"),
            backTo: paths.verifyEmail(token ?? "", returnToOf(request)),
            rules: {
              minLength: security.passwordMinLength,
              needsUppercase: security.requireUppercase,
            },
          }
        : null,
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
  const form = await readForm(request);
  const password = fieldOf(form, "password");
  switch (fieldOf(form, "intent")) {
    case "resend":
      return resend(context, request);
    case "sign-up":
      return finish(context, request);
    case "password":
      return verifyElsewhere(context, request, verifyEmailByPassword, password);
    case "new-password":
      return verifyElsewhere(context, request, verifyEmailByNewPassword, password);
    default:
      return verify(context, request);
  }
}

/** Confirms an address with the account's password, or a new one, and logs in. */
async function verifyElsewhere(
  context: AppLoadContext,
  request: Request,
  confirm: typeof verifyEmailByPassword,
  password: string,
) {
  const { deps, caller } = context;
  const sentences = {
    "not-found": "auth:verify.bad",
    conflict: "auth:verify.taken",
    unauthorized: "auth:elsewhere.wrong",
    forbidden: "auth:failure.deactivated",
  } as const;
  return authAnswer(context, { sentences }, async () => {
    const userId = await confirm(deps, tokenOf(request), password, caller);
    const result = await signInById(deps, userId, caller);
    return replaceSession(context, request, result, nextOf(result, returnToOf(request)));
  });
}

/** Where a confirmed account goes on: new ones without another goal choose city and interests. */
const nextOf = (result: SignInResult, returnTo: string): string =>
  result.kind === "signed-in" &&
  result.user.onboardingCompletedAt === null &&
  returnTo === paths.home()
    ? paths.onboarding()
    : returnTo;

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

/** Confirms an address where that was asked for. Logs in the browser that signed up. */
async function verify(context: AppLoadContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const returnTo = returnToOf(request);
  const isOnTheWay = returnTo !== paths.home();
  const sentences = {
    "not-found": "auth:verify.bad",
    conflict: "auth:verify.taken",
    unauthorized: "auth:elsewhere.needed",
  } as const;
  const deactivated = () =>
    redirectWithToast(request, paths.login(), {
      kind: "error",
      text: "auth:failure.deactivated",
    });
  const run = async () => {
    const token = tokenOf(request);
    const { userId, isSameBrowser } = await verifyEmail(deps, token, readerOf(context));
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
    return signInResponse(request, result, nextOf(result, returnTo));
  };
  return expecting({ forbidden: deactivated }, () => authAnswer(context, { sentences }, run));
}
