import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { quickAction, quickLoader } from "~/routes/authoring/quick/quick.server";
import { QuickForm } from "~/routes/authoring/quick/quick-form";

export const handle = page({ permission: "event:create", budget: "write" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return quickLoader(requireAccount(context), request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await quickAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function QuickEvent() {
  return (
    <QuickForm page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
