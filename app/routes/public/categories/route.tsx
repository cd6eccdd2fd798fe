import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { CategoryIndex } from "~/routes/public/categories/category-index";
import { categoriesPage } from "~/routes/public/categories.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await categoriesPage(context), { headers: keptPage("listing") });
}

export default function Categories() {
  const { lead, tiles } = useLoaderData<typeof loader>();
  return <CategoryIndex lead={lead} tiles={tiles} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
