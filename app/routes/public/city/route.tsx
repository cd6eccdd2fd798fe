import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareEventMap, prepareMonth } from "~/components/event-browser/lazy-views";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { cityLoader } from "~/routes/public/city/city.server";
import { CityHero } from "~/routes/public/city/city-hero";
import { NearbyCities } from "~/routes/public/city/nearby-cities";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { scope, ...view } = await cityLoader(
    context,
    params.citySlug ?? "",
    new URL(request.url).searchParams,
  );
  if (view.page.map) await prepareEventMap();
  if (view.page.month) await prepareMonth();
  return data(
    { ...view, head: view.page.head },
    { status: view.page.leftOut ? 400 : 200, headers: cacheHeaders(scope) },
  );
}

export default function CityPage() {
  const { page, hero, nearby } = useLoaderData<typeof loader>();
  return (
    <>
      <EventBrowser
        key={hero.slug}
        page={page}
        action={paths.city(hero.slug)}
        intro={<CityHero city={hero} summary={page.summary} filtered={page.active.length > 0} />}
      />
      <NearbyCities name={hero.name} cities={nearby} />
    </>
  );
}
