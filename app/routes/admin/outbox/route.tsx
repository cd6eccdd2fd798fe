import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Outbox } from "~/routes/admin/outbox/outbox";
import { outboxAction, outboxLoader } from "~/routes/admin/outbox/outbox.server";

export const handle = page({
  permission: "outbox:read",
  crumb: "common:crumb.outbox",
  nav: { group: "notifications", text: "admin:nav.outbox", icon: "mail", badge: "deadMails" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return outboxLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return outboxAction(context, request);
}

export default function OutboxRoute() {
  return <Outbox page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
