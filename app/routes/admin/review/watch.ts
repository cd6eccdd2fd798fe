import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { requireAccount } from "~/lib/http/request-context";
import { resourceRoute } from "~/lib/pages/page";
import { watchInbox } from "~/routes/admin/review/review.server";

export const handle = resourceRoute({ permission: "event:moderate", budget: "staff" });

/** Presence of the inbox as JSON, sent and polled while a case is open. */
export async function action({ request, context }: ActionFunctionArgs) {
  const subject = fieldOf(await readForm(request), "case");
  return Response.json(await watchInbox(requireAccount(context), subject), {
    headers: { "Cache-Control": "private, no-store" },
  });
}
