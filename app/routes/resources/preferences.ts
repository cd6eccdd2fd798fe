import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { parseLocale } from "~/lib/locale";
import { paths } from "~/lib/paths";
import { readForm } from "~/lib/read-form.server";
import { safePath } from "~/lib/safe-path";

const YEAR = 31_536_000;

/** Language and theme are set by a form and kept in cookies of a year (decisions.md §1). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const returnTo = new URL(safePath(form.get("returnTo")), "http://path.invalid");
  const headers = new Headers();
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  const keep = (name: string, value: string) =>
    headers.append("Set-Cookie", `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`);
  const language = form.get("language");
  const theme = form.get("theme");
  const locale = typeof language === "string" ? parseLocale(language) : null;
  if (locale) {
    keep("rooydad.language", locale);
    // A language in the address would go on deciding against the one just chosen.
    returnTo.searchParams.delete("lang");
  }
  if (theme === "light" || theme === "dark") keep("rooydad.theme", theme);
  return redirect(returnTo.pathname + returnTo.search, { status: 303, headers });
}

export function loader(_: LoaderFunctionArgs) {
  return redirect(paths.home());
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
