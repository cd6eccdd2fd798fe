import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { securityAction, securityLoader } from "~/routes/account/security/security.server";
import { SecuritySettings } from "~/routes/account/security/security-settings";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.security",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return securityLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await securityAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountSecurity() {
  const answer = useActionData<typeof action>();
  return (
    <SecuritySettings
      page={useLoaderData<typeof loader>()}
      failure={answer && "form" in answer ? answer : undefined}
      codes={answer && "codes" in answer ? answer.codes : undefined}
      secret={answer && "secret" in answer ? answer.secret : undefined}
      setup={answer && "setup" in answer ? answer.setup : undefined}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
