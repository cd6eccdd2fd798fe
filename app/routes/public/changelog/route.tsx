import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { readChangelog } from "~/modules/content/read-changelog.server";
import { ChangelogText } from "~/routes/public/changelog/changelog-text";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function loader({ context }: LoaderFunctionArgs) {
  return data(readChangelog(context), { headers: keptPage("site") });
}

export default function ChangelogPage() {
  return <ChangelogText page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
