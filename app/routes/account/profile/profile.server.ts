import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatTimeZone } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { choiceCookies } from "~/lib/http/preference-cookies.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { safePath } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { initialsOf } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { effectiveRole } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { type City, listCities } from "~/modules/cities/queries.server";
import {
  confirmationFor,
  isSignInRecent,
} from "~/modules/identity/factors/confirm-identity.server";
import { resendVerification } from "~/modules/identity/sign-in/sign-up.server";
import { requestEmailChange } from "~/modules/identity/users/change-email.server";
import {
  changePicture,
  externalPicture,
  removePicture,
  takeExternalPicture,
  updateProfile,
} from "~/modules/identity/users/profile-commands.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";
import { Display, Name, tierOf } from "~/modules/identity/users/schema";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { pictureTooLarge } from "../picture-too-large.server";

/** Size limit of the fields besides a picture, bytes. */
const AROUND_PICTURE = 65_536;

/** Actions of `/account`: redirects with a toast, or returns the rejected form. */
export async function accountAction(context: SignedInContext, request: Request) {
  const { deps, signedIn, caller } = context;
  const back = (text: TextKey<"account">) =>
    redirectWithToast(request, paths.account(), { kind: "success", text });
  const form = await expecting({ "too-large": () => pictureTooLarge(context) }, async () =>
    readForm(request, (await maxMediaSize(deps, "avatar")) + AROUND_PICTURE),
  );
  if (!(form instanceof FormData)) return form;

  switch (form.get("intent")) {
    case "name":
      return formAnswer(
        context,
        {
          form: "name",
          values: { displayName: fieldOf(form, "displayName") },
          failed: "account:name.failed",
        },
        async () => {
          await updateProfile(
            deps,
            signedIn,
            parseInput(Name, { displayName: fieldOf(form, "displayName") }),
          );
          return back("account:saved");
        },
      );
    case "picture":
      return formAnswer(context, { form: "picture" }, async () => {
        const file = form.get("picture");
        const bytes =
          file !== null && typeof file !== "string"
            ? new Uint8Array(await (file as File).arrayBuffer())
            : new Uint8Array();
        await changePicture(deps, signedIn, bytes);
        return back("account:picture.saved");
      });
    case "remove-picture":
      return formAnswer(context, { form: "picture" }, async () => {
        await removePicture(deps, signedIn);
        return back("account:picture.removed");
      });
    case "external-picture":
      return formAnswer(context, { form: "picture" }, async () => {
        await takeExternalPicture(deps, signedIn);
        return back("account:picture.saved");
      });
    case "email":
      return formAnswer(
        context,
        { form: "email", values: { email: fieldOf(form, "email") } },
        async () => {
          const input = {
            email: fieldOf(form, "email"),
            currentPassword: fieldOf(form, "currentPassword"),
          };
          await requestEmailChange(deps, signedIn, input, caller);
          return back("account:email.sent");
        },
      );
    case "confirm-address":
      return formAnswer(context, { form: "email" }, async () => {
        await resendVerification(deps, signedIn.id, caller);
        return back("account:email.confirmSent");
      });
    case "display":
      return saveDisplay(context, request, form);
    case "resend":
      return resend(context, request, safePath(form.get("returnTo")));
    default:
      throw new AppError("bad-request");
  }
}

/** Saves the display settings and sets the cookies of language and theme. */
function saveDisplay(context: SignedInContext, request: Request, form: FormData) {
  const fields = ["preferredLanguage", "theme", "calendar", "timeZone"] as const;
  const values = Object.fromEntries(fields.map((name) => [name, fieldOf(form, name)]));
  return formAnswer(context, { form: "display", values }, async () => {
    const chosen = Object.fromEntries(fields.map((name) => [name, fieldOf(form, name) || null]));
    const { preferredLanguage, theme } = await updateProfile(
      context.deps,
      context.signedIn,
      parseInput(Display, chosen),
    );
    const response = redirectWithToast(request, paths.account(), {
      kind: "success",
      text: "account:saved",
    });
    for (const cookie of choiceCookies(request, { language: preferredLanguage, theme }))
      response.headers.append("Set-Cookie", cookie);
    return response;
  });
}

/**
 * Resends the confirmation email. Reports errors in a toast, because the banner is on every account
 * page.
 */
async function resend(
  { deps, signedIn, caller }: SignedInContext,
  request: Request,
  returnTo: string,
) {
  const back = (kind: "success" | "info" | "error", text: TextKey<"account">) =>
    redirectWithToast(request, returnTo, { kind, text });
  return expecting(
    {
      conflict: () => back("info", "account:banner.alreadyVerified"),
      "too-many-requests": () => back("error", "account:banner.tooMany"),
    },
    async () => {
      await resendVerification(deps, signedIn.id, caller);
      return back("success", "account:banner.sent");
    },
  );
}

export type AccountView = Awaited<ReturnType<typeof accountLoader>>;

/** Data of `/account` (product.md §2). */
export async function accountLoader({ deps, locale, origin, seo, signedIn }: SignedInContext) {
  const t = translatorFor(locale);
  const [user, external, cities, { storage }, isRecent] = await Promise.all([
    getUserOrThrow(deps, signedIn.id),
    externalPicture(deps, signedIn.id),
    listCities(deps),
    settingsOf(deps),
    isSignInRecent(deps, signedIn),
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.account(), {
      title: t("account:profile.title"),
      description: t("account:profile.lead"),
      noindex: true,
    }),
    displayName: user.displayName,
    initials: initialsOf(user.displayName),
    picture: {
      url: user.photoUrl,
      hasExternal: external !== null && external !== user.photoUrl,
      limit: t("account:picture.help", { size: storage.maxImageSizeMb }),
    },
    email: {
      address: user.email ?? "",
      isVerified: user.emailVerifiedAt !== null,
      isRefused: user.mailRefusedAt !== null,
      confirmation: confirmationFor(user, deps.identity.remote, isRecent, true),
    },
    role: effectiveRole(signedIn),
    tier: { name: tierOf(user.trustScore), score: formatNumber(user.trustScore, locale) },
    display: {
      language: user.preferredLanguage ?? "",
      theme: user.theme ?? "",
      calendar: user.calendar ?? "",
      timeZone: user.timeZone ?? "",
    },
    timeZones: timeZones(cities, deps.clock.now(), locale),
  };
}

/**
 * Time zones: those of known cities under the city's name, then all others under their own name.
 */
function timeZones(cities: readonly City[], now: number, locale: Locale) {
  const t = translatorFor(locale);
  const known = new Map<string, string>();
  for (const { timeZone, nameEn, nameFa } of cities)
    if (!known.has(timeZone)) {
      const city = locale === "fa" ? (nameFa ?? nameEn) : nameEn;
      known.set(
        timeZone,
        t("account:display.zoneOf", { city, zone: formatTimeZone(now, timeZone, locale) }),
      );
    }
  return {
    near: [...known].map(([value, label]) => ({ value, label })),
    others: Intl.supportedValuesOf("timeZone").filter((zone) => !known.has(zone)),
  };
}
