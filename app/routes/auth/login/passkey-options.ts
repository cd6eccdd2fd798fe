import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { withDevice } from "~/modules/identity/sign-in/known-device.server";
import { beginPasskeySignIn } from "~/modules/identity/sign-in/sign-in-with-passkey.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

/** Passkey challenge bound to this browser, for the log-in page's script. */
export async function action({ request, context }: ActionFunctionArgs) {
  assertSecure(request);
  const { caller, cookie } = withDevice(context.deps.random, request, context.caller);
  const options = await beginPasskeySignIn(context.deps, caller);
  return Response.json(options, {
    headers: { "Set-Cookie": cookie, "Cache-Control": "private, no-store" },
  });
}
