import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { readHowItWorks } from "~/modules/content/read-how-it-works.server";
import { HowItWorks } from "~/routes/public/how-it-works/how-it-works";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readHowItWorks(context), { headers: keptPage("listing") });
}

export default function HowItWorksPage() {
  return <HowItWorks page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
