import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Operations } from "~/routes/admin/operations/operations";
import { operationsLoader } from "~/routes/admin/operations/operations.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return operationsLoader(context, new URL(request.url).searchParams);
}

export default function OperationsRoute() {
  return <Operations page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
