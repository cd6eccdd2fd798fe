import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { parseLocale } from "~/i18n/locale";
import { choiceCookies } from "~/lib/http/preference-cookies.server";
import { readForm } from "~/lib/http/read-form.server";
import { safePath } from "~/lib/http/safe-path";
import { paths } from "~/lib/paths";
import { updateProfile } from "~/modules/users/update-profile.server";

/** Language and theme are set by a form and kept in cookies of a year (decisions.md §1), and with the account of whoever is signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const returnTo = new URL(safePath(form.get("returnTo")), "http://path.invalid");
  const headers = new Headers();
  const language = form.get("language");
  const theme = form.get("theme");
  const locale = typeof language === "string" ? parseLocale(language) : null;
  const scheme = theme === "light" || theme === "dark" ? theme : null;
  const cookies = choiceCookies(request, { ...(locale && { language: locale }), ...(scheme && { theme: scheme }) });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  // A language in the address would go on deciding against the one just chosen.
  if (locale) returnTo.searchParams.delete("lang");
  // What a script only remembers (choices-script.tsx) is nobody's choice of now: the account is left alone.
  if (context.signedIn && (locale || scheme) && !form.has("remembered"))
    await updateProfile(context.deps, context.signedIn, {
      ...(locale && { preferredLanguage: locale }),
      ...(scheme && { theme: scheme }),
    });
  return redirect(returnTo.pathname + returnTo.search, { status: 303, headers });
}

/** A form's address is no page: who opens it comes to the home page, in the language that it asks for. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.home()));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
