import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/lib/http/request-context";
import { resourceRoute } from "~/lib/pages/page";
import { exportAccount } from "~/modules/identity/users/export-account.server";

export const handle = resourceRoute({ permission: "account:manage", budget: "export" });

/** Export of the account's data as a file (decisions.md §5). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { deps, signedIn } = requireAccount(context);
  return new Response(JSON.stringify(await exportAccount(deps, signedIn), null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rooydad-export.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
