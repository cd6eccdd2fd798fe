import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReviewPlan } from "~/components/change-plan/review-plan";
import { ErrorPage } from "~/components/error-page";
import { inLanguageOf } from "~/lib/addressed-language";
import { metaTags } from "~/lib/meta-tags";
import { paths } from "~/lib/paths";
import { privatePage } from "~/lib/private-page.server";
import { answerPlanReview } from "~/modules/authoring/answer-plan.server";
import { planReviewPage } from "~/modules/authoring/plan-page.server";
import { asAccount } from "~/modules/users/account-context.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const { searchParams } = new URL(request.url);
  const page = await planReviewPage(asAccount(context), id, searchParams);
  if (!page)
    throw redirect(inLanguageOf(request, paths.changePlan(id, { ...Object.fromEntries(searchParams), lang: null, check: 1 })), 303);
  return page;
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return answerPlanReview(asAccount(context), request, params.eventId ?? "");
}

export default function ReviewPlanRoute() {
  return <ReviewPlan page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
