import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { eventPage } from "~/components/event-page/event-page.server";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { withEventFollows } from "~/modules/hosts/follows/follow.server";
import { EventPage } from "~/routes/public/event/event-page";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const { scope, ...view } = await eventPage(context, params.eventId ?? "", searchParams.get("at"));
  const page = { ...view, ...(await withEventFollows(context, view, pathname + search)) };
  // Pages with private data are not cached.
  const isPrivate = page.own || (page.place.online?.isForSavers && page.place.online.href !== null);
  return data(page, {
    headers: isPrivate ? { "Cache-Control": "private, no-store" } : cacheHeaders(scope),
  });
}

export default function Event() {
  return <EventPage page={useLoaderData<typeof loader>()} />;
}
