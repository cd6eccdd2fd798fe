import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Locale, localized } from "~/i18n/locale";
import {
  carriedFields,
  choicesOf,
  type OnboardingChoices,
  preferencesOf,
  readChoices,
} from "~/lib/pages/onboarding-choices";
import type { CityOptionView } from "~/lib/pages/views";
import { assertCan } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import { listCities } from "~/modules/cities/queries.server";
import {
  completeOnboarding,
  skipOnboarding,
} from "~/modules/identity/users/profile-commands.server";
import { getUserOrThrow } from "~/modules/identity/users/queries.server";

type Context = Pick<AppLoadContext, "deps" | "locale" | "signedIn" | "requestId">;

/** Null if the cities cannot be loaded. Other steps do not need them. */
async function cityOptions(
  { deps, requestId }: Context,
  locale: Locale,
): Promise<CityOptionView[] | null> {
  try {
    return (await listCities(deps)).map(({ slug, nameEn, nameFa }) => ({
      slug,
      name: localized({ en: nameEn, fa: nameFa }, locale),
      otherName: locale === "fa" ? nameEn : nameFa,
    }));
  } catch (error) {
    log("error", "onboarding.cities-failed", { requestId, ...describeError(error) });
    return null;
  }
}

/** Drops choices of unknown cities. */
const knownCities = (
  choices: OnboardingChoices,
  cities: readonly CityOptionView[] | null,
): OnboardingChoices =>
  cities
    ? {
        ...choices,
        cities: choices.cities.filter((slug) => cities.some((city) => city.slug === slug)),
      }
    : choices;

/** Data of a step: the choices of the query string, else the stored ones. */
export async function showOnboardingStep(context: Context, step: number, params: URLSearchParams) {
  const { signedIn, deps, locale } = context;
  assertCan(signedIn, "account:manage");
  const [user, cities] = await Promise.all([
    getUserOrThrow(deps, signedIn.id),
    cityOptions(context, locale),
  ]);
  const choices = knownCities(readChoices(params, choicesOf(user)), cities);
  return {
    step,
    name: user.displayName,
    choices,
    carried: carriedFields(params, choices, step),
    cities: step === 3 || step === 5 ? cities : null,
  };
}

/**
 * Saves the choices of the form, without unknown values, or skips onboarding. A failure is logged
 * and returned; the page then keeps the choices.
 */
export async function finishOnboarding(
  context: Context,
  form: FormData,
): Promise<"completed" | "skipped" | { failed: "save" | "skip" }> {
  const { deps, locale, requestId, signedIn } = context;
  assertCan(signedIn, "account:manage");
  const skips = form.get("intent") === "skip";
  try {
    if (skips) await skipOnboarding(deps, signedIn);
    else {
      const user = await getUserOrThrow(deps, signedIn.id);
      const choices = knownCities(
        readChoices(form, choicesOf(user)),
        await cityOptions(context, locale),
      );
      await completeOnboarding(
        deps,
        signedIn,
        preferencesOf(choices, user.notificationPreferences.pushEnabled),
      );
    }
  } catch (error) {
    log("error", "onboarding.failed", { requestId, ...describeError(error) });
    return { failed: skips ? "skip" : "save" };
  }
  return skips ? "skipped" : "completed";
}
