import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Operations } from "~/routes/admin/operations/operations";
import { operationsLoader } from "~/routes/admin/operations/operations.server";

export const handle = page({
  permission: "outbox:read",
  crumb: "common:crumb.operations",
  nav: { group: "system", text: "admin:nav.operations", icon: "heartbeat" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return operationsLoader(context, new URL(request.url).searchParams);
}

export default function OperationsRoute() {
  return <Operations page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
