import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { parseLocale } from "~/i18n/locale";
import { choiceCookies } from "~/lib/http/preference-cookies.server";
import { readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/web-url";
import { resourceRoute } from "~/lib/pages/page";
import { ALL_CITIES, paths } from "~/lib/paths";
import { findCityBySlug } from "~/modules/cities/queries.server";
import { updateProfile } from "~/modules/identity/users/profile-commands.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/**
 * Sets language, theme and city in cookies with a lifetime of one year (decisions.md §1) and in the
 * account, if signed in.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const returnTo = new URL(safePath(form.get("returnTo")), "http://path.invalid");
  const headers = new Headers();
  const language = form.get("language");
  const theme = form.get("theme");
  const locale = typeof language === "string" ? parseLocale(language) : null;
  const scheme = theme === "light" || theme === "dark" ? theme : null;
  const homeCity = await knownCity(context.deps, form.get("city"));
  const cookies = choiceCookies(request, {
    ...(locale && { language: locale }),
    ...(scheme && { theme: scheme }),
    ...(homeCity && { city: homeCity }),
  });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // A language or city in the URL would override the new choice.
  if (locale) returnTo.searchParams.delete("lang");
  if (homeCity) for (const name of ["city", "cursor"]) returnTo.searchParams.delete(name);
  // Values remembered by a script (choices-script.tsx) are no new choice and leave the account
  // unchanged.
  if (context.signedIn && (locale || scheme || homeCity) && !form.has("remembered"))
    await updateProfile(context.deps, context.signedIn, {
      ...(locale && { preferredLanguage: locale }),
      ...(scheme && { theme: scheme }),
      ...(homeCity && { homeCity }),
    });
  return redirect(returnTo.pathname + returnTo.search, { status: 303, headers });
}

/** A choice of city that exists, or null. */
async function knownCity(
  deps: Parameters<typeof findCityBySlug>[0],
  value: unknown,
): Promise<string | null> {
  if (typeof value !== "string") return null;
  return value === ALL_CITIES ? value : ((await findCityBySlug(deps, value))?.slug ?? null);
}

/** GET redirects to the home page, in the requested language. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.home()));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
