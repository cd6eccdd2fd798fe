import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { readHelp } from "~/modules/content/read-help.server";
import { faqPage } from "~/routes/public/help/faq-page";
import { HelpCenter } from "~/routes/public/help/help-center";

/** The structured data is made here from the page's own data, so that it is not sent a third time. */
export const meta: MetaFunction<typeof loader> = ({ data, location }) =>
  metaTags(data && { ...data.head, ...(data.query ? null : { jsonLd: faqPage(data.groups.flatMap(({ items }) => items)) }) }, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await readHelp(context, new URL(request.url).searchParams), { headers: keptPage("site") });
}

export default function HelpPage() {
  return <HelpCenter {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
