import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { collectionsLoader } from "~/routes/collections/collections.server";
import { CollectionsPage } from "~/routes/collections/collections-page";

export const handle = page({
  permission: "collection:manage",
  crumb: "common:crumb.collections",
  budget: "page",
});

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await collectionsLoader(requireAccount(context));
  return data(page, { status: page.failed ? 500 : 200 });
}

export default function Collections() {
  return <CollectionsPage page={useLoaderData<typeof loader>()} />;
}
