import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import {
  notificationsPanel,
  panelAction,
} from "~/routes/account/notifications/notifications.server";

export const handle = resourceRoute({ permission: "account:manage", budget: "page" });

const PRIVATE = { "Cache-Control": "private, no-store" };

/** Data of the bell's panel as JSON. Without JavaScript the bell links to `/notifications`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return Response.json(await notificationsPanel(context, new URL(request.url).searchParams), {
    headers: PRIVATE,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return Response.json(await panelAction(context, request), { headers: PRIVATE });
}
