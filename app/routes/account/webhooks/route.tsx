import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Webhooks } from "~/routes/account/webhooks/webhooks";
import { webhooksAction, webhooksLoader } from "~/routes/account/webhooks/webhooks-page.server";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.webhooks",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return webhooksLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await webhooksAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountWebhooks() {
  const answer = useActionData<typeof action>();
  return (
    <Webhooks
      page={useLoaderData<typeof loader>()}
      failure={answer && "form" in answer ? answer : undefined}
      made={answer && "secret" in answer ? answer : undefined}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
