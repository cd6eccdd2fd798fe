import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChangePlan } from "~/components/change-plan/change-plan";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerPlan } from "~/modules/authoring/answer-plan.server";
import { planPage } from "~/modules/authoring/plan-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
