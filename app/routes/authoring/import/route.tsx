import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { importAction, importLoader } from "~/routes/authoring/import/import.server";
import { ImportForm } from "~/routes/authoring/import/import-form";

export const handle = page({ permission: "event:create", budget: "import" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return importLoader(requireAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await importAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ImportEvent() {
  return (
    <ImportForm page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
