import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { requireAccount } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { answerLiveForm } from "~/routes/authoring/event-form/event-form-action.server";

/** Nothing is to be seen here. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.createEvent()));
}

/** The form of an event while somebody types, for scripts: as JSON. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { data, init } = await answerLiveForm(requireAccount(context), request, new URL(request.url).searchParams.get("event"));
  const headers = new Headers(init?.headers);
  headers.set("Cache-Control", "private, no-store");
  return Response.json(data, { ...init, headers });
}
