import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Sources } from "~/routes/admin/sources/sources";
import { sourcesPage } from "~/routes/admin/sources/sources.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return sourcesPage(context, new URL(request.url).searchParams);
}

export default function SourcesRoute() {
  return <Sources page={useLoaderData<typeof loader>()} />;
}
