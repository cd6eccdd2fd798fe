import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { CategoryIndex } from "~/routes/public/categories/category-index";
import { categoriesLoader } from "~/routes/public/categories.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await categoriesLoader(context), { headers: cacheHeaders("listing") });
}

export default function Categories() {
  const { lead, tiles } = useLoaderData<typeof loader>();
  return <CategoryIndex lead={lead} tiles={tiles} />;
}
