import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { reportAction, reportLoader } from "~/routes/authoring/report/report.server";
import { ReportForm } from "~/routes/authoring/report/report-form";

export const handle = page({ permission: "event:flag", budget: "write" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return reportLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await reportAction(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ReportEvent() {
  return (
    <ReportForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
