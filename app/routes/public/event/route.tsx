import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { showEvent } from "~/routes/public/event/event.server";
import { EventPage } from "~/routes/public/event/event-page";

export const handle = page({ permission: null, budget: "page" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return showEvent(context, params.eventId ?? "", request);
}

export default function Event() {
  return <EventPage page={useLoaderData<typeof loader>()} />;
}
