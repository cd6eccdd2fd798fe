import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatTimeZone } from "~/lib/dates/dates.server";
import type { SignedInContext } from "~/lib/http/request-context";
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
import { externalPicture } from "~/modules/identity/users/profile-commands.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";
import { tierOf } from "~/modules/identity/users/schema";
import { settingsOf } from "~/modules/settings/platform-settings.server";

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
