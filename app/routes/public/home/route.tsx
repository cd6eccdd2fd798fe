import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import type { Site } from "~/lib/pages/views";
import { homePage } from "~/routes/public/home/home.server";
import { HomePage } from "~/routes/public/home/home-page";

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
