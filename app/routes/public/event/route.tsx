import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { keptPage } from "~/lib/pages/content-scope";
import { metaTags } from "~/lib/pages/meta-tags";
import { eventPage } from "~/modules/events/event-page.server";
import { EventPage } from "~/routes/public/event/event-page";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { scope, ...page } = await eventPage(context, params.eventId ?? "");
  // What not everyone may see nobody keeps.
  return data(page, { headers: page.own ? { "Cache-Control": "private, no-store" } : keptPage(scope) });
}

export default function Event() {
  return <EventPage page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
