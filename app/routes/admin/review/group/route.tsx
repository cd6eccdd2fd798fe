import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Group } from "~/routes/admin/review/group/group";
import { groupAction, groupPage } from "~/routes/admin/review/group/group.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.group",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return groupPage(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return groupAction(requireAccount(context), request);
}

export default function GroupRoute() {
  return (
    <Group
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()?.failure ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
