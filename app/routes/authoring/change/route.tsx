import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { ChangePlan } from "~/routes/authoring/change/change-plan";
import { planPage } from "~/routes/authoring/change/change-plan.server";
import { answerPlan } from "~/routes/authoring/change/change-plan-action.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return planPage(asAccount(context), params.eventId ?? "", new URL(request.url).searchParams);
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return answerPlan(asAccount(context), request, params.eventId ?? "");
}

export default function ChangePlanRoute() {
  return <ChangePlan page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
