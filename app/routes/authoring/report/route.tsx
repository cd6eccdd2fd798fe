import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { answerReport, reportPage } from "~/routes/authoring/report/report.server";
import { ReportForm } from "~/routes/authoring/report/report-form";

export function loader({ params, context }: LoaderFunctionArgs) {
  return reportPage(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await answerReport(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ReportEvent() {
  return <ReportForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
