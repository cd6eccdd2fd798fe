import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { accountAction, accountLoader } from "~/routes/account/profile/profile.server";
import { ProfileSettings } from "~/routes/account/profile/profile-settings";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.account",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return accountLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await accountAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function Account() {
  return (
    <ProfileSettings
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
