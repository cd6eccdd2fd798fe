import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { planReviewLoader } from "~/routes/authoring/change/change-plan.server";
import { planReviewAction } from "~/routes/authoring/change/change-plan-action.server";
import { ReviewPlan } from "~/routes/authoring/change/review/review-plan";

export const handle = page({ permission: "event:create", budget: "write" });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const { searchParams } = new URL(request.url);
  const page = await planReviewLoader(requireAccount(context), id, searchParams);
  if (!page)
    throw redirect(
      inLanguageOf(
        request,
        paths.changePlan(id, { ...Object.fromEntries(searchParams), lang: null, check: 1 }),
      ),
      303,
    );
  return page;
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return planReviewAction(requireAccount(context), request, params.eventId ?? "");
}

export default function ReviewPlanRoute() {
  return (
    <ReviewPlan page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
