import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { requireAccount } from "~/lib/http/request-context";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { liveFormAction } from "~/routes/authoring/event-form/event-form-action.server";

export const handle = resourceRoute({ permission: "event:create", budget: "write" });

/** GET has no page. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.createEvent()));
}

/** Live checks and autosaves of the event form, as JSON. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { data, init } = await liveFormAction(
    requireAccount(context),
    request,
    new URL(request.url).searchParams.get("event"),
  );
  const headers = new Headers(init?.headers);
  headers.set("Cache-Control", "private, no-store");
  return Response.json(data, { ...init, headers });
}
