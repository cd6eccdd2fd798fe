import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import {
  preferencesAction,
  preferencesLoader,
} from "~/routes/account/preferences/preferences.server";
import { PreferencesForm } from "~/routes/account/preferences/preferences-form";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.preferences",
  budget: "page",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return preferencesLoader(requireAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await preferencesAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountPreferences() {
  return (
    <PreferencesForm
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
