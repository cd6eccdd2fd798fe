import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Webhook } from "~/routes/account/webhook/webhook";
import { webhookAction, webhookLoader } from "~/routes/account/webhook/webhook.server";

export const handle = page({ permission: "account:manage", budget: "page" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return webhookLoader(requireAccount(context), params.webhookId);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await webhookAction(requireAccount(context), params.webhookId, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountWebhook() {
  const answer = useActionData<typeof action>();
  return (
    <Webhook
      page={useLoaderData<typeof loader>()}
      failure={answer && "form" in answer ? answer : undefined}
      secret={answer && "secret" in answer ? answer.secret : undefined}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
