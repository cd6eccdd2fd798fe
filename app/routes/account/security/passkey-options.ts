import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/lib/http/request-context";
import { resourceRoute } from "~/lib/pages/page";
import { passkeyOptionsAction } from "~/routes/account/security/security.server";

export const handle = resourceRoute({ permission: "account:manage", budget: "page" });

/** Options for creating a passkey, for the security page's script. */
export function action({ request, context }: ActionFunctionArgs) {
  return passkeyOptionsAction(requireAccount(context), request);
}
