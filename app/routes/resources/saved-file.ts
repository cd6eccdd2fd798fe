import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readSavedKeys } from "~/lib/http/preference-cookies.server";
import { resourceRoute } from "~/lib/pages/page";
import { savedFile } from "~/modules/syndication/feeds/saved-file.server";

export const handle = resourceRoute({ permission: null, budget: "list" });

/** What the reader has saved, as a calendar file. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return savedFile(context, context.signedIn ?? readSavedKeys(request));
}
