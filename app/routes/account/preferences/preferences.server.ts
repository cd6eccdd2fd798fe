import { type Locale, listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { can, missingFor } from "~/lib/permissions";
import { describeError, log } from "~/lib/runtime/log";
import { searchable } from "~/lib/text/match-words";
import { cityNames, countryName } from "~/modules/cities/present-city.server";
import { listCities } from "~/modules/cities/queries.server";
import { allowMailTracking, updateProfile } from "~/modules/identity/users/profile-commands.server";
import { getUserOrThrow, type UserRow } from "~/modules/identity/users/queries.server";
import { ProfileUpdate } from "~/modules/identity/users/schema";
import { previewDigest } from "~/modules/notifications/digests/preview-digest.server";

/** Action of `/account/preferences`. */
export async function preferencesAction(context: SignedInContext, request: Request) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  if (form.get("intent") !== "save") throw new AppError("bad-request");
  const kept = ["emailEnabled", "pushEnabled", "allowsMailTracking", "frequency"].filter((name) =>
    form.has(name),
  );
  const values = Object.fromEntries(kept.map((name) => [name, fieldOf(form, name)]));
  return formAnswer(
    context,
    { form: "preferences", values, failed: "account:preferences.failed" },
    async () => {
      const { notificationPreferences } = await getUserOrThrow(deps, signedIn.id);
      const changes = parseInput(ProfileUpdate, {
        interests: form.getAll("interest"),
        // Without the list of cities, the stored ones stay.
        ...(form.has("hasCities") ? { cities: form.getAll("city") } : null),
        notificationPreferences: {
          ...notificationPreferences,
          emailEnabled: form.has("emailEnabled"),
          ...(form.has("hasPush") ? { pushEnabled: form.has("pushEnabled") } : null),
          categories: form.getAll("category"),
          frequency: fieldOf(form, "frequency"),
        },
      });
      await updateProfile(deps, signedIn, changes);
      await allowMailTracking(deps, signedIn, form.has("allowsMailTracking"));
      return redirectWithToast(request, paths.accountPreferences(), {
        kind: "success",
        text: "account:saved",
      });
    },
  );
}

export type PreferencesView = Awaited<ReturnType<typeof preferencesLoader>>;
export type DigestView = NonNullable<PreferencesView["digest"]>;
export type CityChoiceView = NonNullable<PreferencesView["cities"]>[number];

/** Data of `/account/preferences` (product.md §2). */
export async function preferencesLoader(context: SignedInContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn, requestId } = context;
  const t = translatorFor(locale);
  const [user, cities] = await Promise.all([
    getUserOrThrow(deps, signedIn.id),
    citiesFor(deps, locale, requestId),
  ]);
  const { emailEnabled, pushEnabled, categories, frequency } = user.notificationPreferences;
  return {
    head: pageHead({ origin, locale, seo }, paths.accountPreferences(), {
      title: t("account:preferences.title"),
      description: t("account:preferences.lead"),
      noindex: true,
    }),
    interests: user.interests,
    chosenCities: user.cities,
    /** Null if the cities cannot be loaded; the rest of the page still works. */
    cities,
    emailEnabled,
    mailsNeedAddress: missingFor(signedIn, "news:mail") !== null,
    /** Null if push notifications are not configured. */
    push:
      deps.pushKey === null
        ? null
        : {
            key: deps.pushKey,
            isEnabled: pushEnabled,
            needsAddress: !can(signedIn, "access:make"),
          },
    categories,
    frequency,
    allowsMailTracking: user.allowsMailTracking,
    digest: params.get("digest") === "next" ? await digestView(context, user) : null,
  };
}

/** Preview of the next digest, localized. */
async function digestView({ deps, locale, calendar }: SignedInContext, user: UserRow) {
  const { dueAt, sections } = await previewDigest(deps, user);
  const zone = user.timeZone ?? USUAL_ZONE;
  return {
    due:
      dueAt === null
        ? null
        : `${formatDate(dueAt, zone, { locale, calendar }, { year: false })} · ${formatTime(dueAt, zone, locale)}`,
    sections: sections.map(({ heading, events }) => ({
      heading,
      events: events.map(({ title, url, when, venue, city, note }) => ({
        title,
        href: new URL(url).pathname,
        when,
        place: listOf(locale, [venue, city]),
        note,
      })),
    })),
  };
}

async function citiesFor(deps: SignedInContext["deps"], locale: Locale, requestId: string) {
  try {
    const cities = await listCities(deps);
    return cities.map((city) => ({
      slug: city.slug,
      name: cityNames(city, locale).name,
      country: countryName(city, locale),
      /** Searchable names in both languages. */
      words: searchable(
        [city.nameEn, city.nameFa, city.countryEn, city.countryFa].filter(Boolean).join(" "),
      ),
    }));
  } catch (error) {
    log("error", "preferences.cities-failed", { requestId, ...describeError(error) });
    return null;
  }
}
