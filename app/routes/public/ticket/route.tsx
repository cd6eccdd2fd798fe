import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { TicketPage } from "~/routes/public/ticket/ticket";
import { ticketPage } from "~/routes/public/ticket/ticket.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return ticketPage(context, request, params.ticket ?? "");
}

export default function TicketRoute() {
  return <TicketPage page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
