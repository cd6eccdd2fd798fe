import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { importAction, importLoader } from "~/routes/authoring/import/import.server";
import { ImportForm } from "~/routes/authoring/import/import-form";

export const handle = page({ permission: "event:create", budget: "import" });

export function loader({ context }: LoaderFunctionArgs) {
  return importLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await importAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ImportEvent() {
  return <ImportForm answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
