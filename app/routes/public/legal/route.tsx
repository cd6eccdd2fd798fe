import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { readLegalPage } from "~/modules/content/read-legal.server";
import { LegalText } from "~/routes/public/legal/legal-text";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await readLegalPage(context, params.page);
  return data(page, { headers: keptPage("site") });
}

export default function LegalPage() {
  return <LegalText page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
