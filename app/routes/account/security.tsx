import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SecuritySettings } from "~/components/account/security-settings";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { asAccount } from "~/modules/users/account-context.server";
import { answerSecurity } from "~/modules/users/answer-security.server";
import { securityPage } from "~/modules/users/security-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return securityPage(asAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerSecurity(asAccount(context), request);
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
      setup={answer && "setup" in answer ? answer.setup : undefined}
    />
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
