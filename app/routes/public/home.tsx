import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { HomePage } from "~/components/home/home-page";
import { keptPage } from "~/lib/content-scope";
import { metaTags } from "~/lib/meta-tags";
import type { Site } from "~/lib/views";
import { homePage } from "~/modules/discovery/home-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await homePage(context), { headers: keptPage("listing") });
}

export default function Home() {
  return <HomePage page={useLoaderData<typeof loader>()} site={useRouteLoaderData<{ site: Site }>("root")?.site} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
