import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { ChangelogText } from "~/components/prose/changelog-text";
import { keptPage } from "~/lib/content-scope";
import { metaTags } from "~/lib/meta-tags";
import { readChangelog } from "~/modules/content/read-changelog.server";

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
