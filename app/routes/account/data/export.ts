import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/lib/http/request-context";
import { exportAccount } from "~/modules/identity/users/export-account.server";

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
