import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { readDoorList } from "~/modules/hosting/door/read-door-list.server";
import { requireDoor } from "~/routes/door/door/door.server";

export const handle = resourceRoute({ permission: null, budget: "door" });

/** The list that a phone keeps. `since`: UTC ms of the last one, for what has changed. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const door = await requireDoor(context, request, params.doorKey ?? "");
  const since = Number(new URL(request.url).searchParams.get("since") ?? Number.NaN);
  const list = await readDoorList(context.deps, door, Number.isSafeInteger(since) ? since : null);
  return Response.json(list, { headers: { "Cache-Control": "private, no-store" } });
}
