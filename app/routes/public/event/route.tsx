import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { eventPage } from "~/modules/events/event-page.server";
import { EventPage } from "~/routes/public/event/event-page";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const at = new URL(request.url).searchParams.get("at");
  const { scope, ...page } = await eventPage(context, params.eventId ?? "", at);
  // Pages with private data are not cached.
  return data(page, { headers: page.own ? { "Cache-Control": "private, no-store" } : cacheHeaders(scope) });
}

export default function Event() {
  return <EventPage page={useLoaderData<typeof loader>()} />;
}
