import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Sources } from "~/routes/admin/sources/sources";
import { sourcesPage } from "~/routes/admin/sources/sources.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.sources",
  nav: { group: "content", text: "admin:nav.sources", icon: "rss" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return sourcesPage(context, new URL(request.url).searchParams);
}

export default function SourcesRoute() {
  return <Sources page={useLoaderData<typeof loader>()} />;
}
