import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { answerImport, importPage } from "~/routes/authoring/import/import.server";
import { ImportForm } from "~/routes/authoring/import/import-form";

export function loader({ context }: LoaderFunctionArgs) {
  return importPage(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerImport(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ImportEvent() {
  return <ImportForm failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
