import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { savedLoader } from "~/routes/public/saved/saved.server";
import { SavedPage } from "~/routes/public/saved/saved-page";

export const handle = page({ permission: null, crumb: "common:nav.saved", budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await savedLoader(context, request), {
    headers: { "Cache-Control": "private, no-store" },
  });
}

export default function Saved() {
  return <SavedPage page={useLoaderData<typeof loader>()} />;
}
