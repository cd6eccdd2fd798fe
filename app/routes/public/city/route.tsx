import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CityRows } from "~/components/city-card/city-card";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { prepareEventMap, prepareMonth } from "~/components/event-browser/lazy-views";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import type { CityRowView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { cityLoader } from "~/routes/public/city/city.server";
import { CityHero } from "~/routes/public/city/city-hero";
import { useText } from "~/ui/text";
import classes from "./nearby-cities.module.css";

/** Other cities near a city. */
function NearbyCities({ name, cities }: { name: string; cities: readonly CityRowView[] }) {
  const { t } = useText();
  if (cities.length === 0) return null;
  return (
    <aside className={`rd-wrap ${classes.nearby}`} aria-labelledby="nearby">
      <h2 id="nearby">{t("pages:city.nearby", { city: name })}</h2>
      <CityRows cities={cities} />
    </aside>
  );
}

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
