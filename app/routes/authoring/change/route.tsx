import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { ChangePlan } from "~/routes/authoring/change/change-plan";
import { planLoader } from "~/routes/authoring/change/change-plan.server";
import { planAction } from "~/routes/authoring/change/change-plan-action.server";

export const handle = page({ permission: "event:create", budget: "write" });

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return planLoader(
    requireAccount(context),
    params.eventId ?? "",
    new URL(request.url).searchParams,
  );
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return planAction(requireAccount(context), request, params.eventId ?? "");
}

export default function ChangePlanRoute() {
  return (
    <ChangePlan page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
