import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CityHero } from "~/components/city-page/city-hero";
import { NearbyCities } from "~/components/city-page/nearby-cities";
import { ErrorPage } from "~/components/error-page";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { keptPage } from "~/lib/content-scope";
import { metaTags } from "~/lib/meta-tags";
import { paths } from "~/lib/paths";
import { cityPage } from "~/modules/discovery/city-page.server";

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
