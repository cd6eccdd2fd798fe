import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { FinishEvent } from "~/routes/authoring/finish/finish-event";
import { finishAction, finishLoader } from "~/routes/authoring/finish/finish-event.server";

export const handle = page({ permission: "event:create", budget: "write" });

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return finishLoader(requireAccount(context), request, params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await finishAction(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function FinishEventPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <FinishEvent
      key={`${page.id} ${page.version}`}
      page={page}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
