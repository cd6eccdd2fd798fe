import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { EventBrowser } from "~/components/event-browser/event-browser";
import { metaTags } from "~/lib/meta-tags";
import { paths } from "~/lib/paths";
import { browseEvents } from "~/modules/events/browse-events.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = await browseEvents(context, new URL(request.url).searchParams);
  return data(page, { status: page.leftOut ? 400 : 200, headers: { "Cache-Control": "public" } });
}

export default function EventsPage() {
  return <EventBrowser page={useLoaderData<typeof loader>()} action={paths.events()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
