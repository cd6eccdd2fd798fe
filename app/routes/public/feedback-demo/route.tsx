import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { FeedbackDemo } from "~/routes/public/feedback-demo/feedback-demo";
import {
  feedbackDemoAction,
  showFeedbackDemo,
} from "~/routes/public/feedback-demo/feedback-demo.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = await showFeedbackDemo(context, searchParams);
  // Delays and failures must not be cached.
  return data(page, page.list.state === "none" ? { headers: cacheHeaders("site") } : undefined);
}

export async function action({ request }: ActionFunctionArgs) {
  const answer = await feedbackDemoAction(request);
  if (answer instanceof Response) throw answer;
  return data(answer, { status: 400 });
}

export default function FeedbackDemoPage() {
  return (
    <FeedbackDemo page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
