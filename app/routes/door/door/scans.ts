import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { AppError } from "~/lib/errors";
import { readBodyText } from "~/lib/http/byte-streams";
import { resourceRoute } from "~/lib/pages/page";
import { setDoorReady } from "~/modules/hosting/door/devices.server";
import { recordScans, SentScansSchema } from "~/modules/hosting/door/scans.server";
import { keeperOf, requireDoor } from "~/routes/door/door/door.server";

export const handle = resourceRoute({ permission: null, budget: "door" });

/** A hundred scans with room, bytes. */
const MAX_BYTES = 65_536;

/** Takes a phone's scans, and the news that it is ready for offline. Each scan has an answer by its id, the same one when it is sent again. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const door = await requireDoor(context, request, params.doorKey ?? "");
  const text = await readBodyText(request, MAX_BYTES);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), SentScansSchema), text);
  if (!body.success) throw new AppError("bad-request");
  if (body.output.isReady) await setDoorReady(context.deps, door);
  const keeper = await keeperOf(context, door);
  const answers = await recordScans(context.deps, keeper, body.output.scans);
  return Response.json({ answers }, { headers: { "Cache-Control": "private, no-store" } });
}
