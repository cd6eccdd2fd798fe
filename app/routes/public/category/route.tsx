import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareEventMap, prepareMonth } from "~/components/event-browser/lazy-views";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { categoryLoader } from "~/routes/public/categories.server";
import { CategoryIntro } from "~/routes/public/category/category-intro";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, ...page } = await categoryLoader(
    context,
    new URL(request.url).searchParams,
    params.categorySlug ?? "",
  );
  if (page.map) await prepareEventMap();
  if (page.month) await prepareMonth();
  return data(page, { status: page.leftOut ? 400 : 200, headers: cacheHeaders(scope) });
}

export default function Category() {
  const page = useLoaderData<typeof loader>();
  return (
    <EventBrowser
      // Remounts the list for another category, which resets its fields.
      key={page.intro.slug}
      page={page}
      action={paths.category(page.intro.slug)}
      intro={<CategoryIntro title={page.title} summary={page.summary} category={page.intro} />}
    />
  );
}
