import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { paths } from "~/lib/paths";
import { cityPage } from "~/routes/public/city/city.server";
import { CityHero } from "~/routes/public/city/city-hero";
import { NearbyCities } from "~/routes/public/city/nearby-cities";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.page.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { scope, ...view } = await cityPage(context, params.citySlug ?? "", new URL(request.url).searchParams);
  return data(view, { status: view.page.leftOut ? 400 : 200, headers: keptPage(scope) });
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

export function ErrorBoundary() {
  return <ErrorPage />;
}
