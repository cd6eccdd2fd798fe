import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { preferencesPage } from "~/routes/account/preferences/preferences.server";
import { answerPreferences } from "~/routes/account/preferences/preferences-action.server";
import { PreferencesForm } from "~/routes/account/preferences/preferences-form";

export function loader({ request, context }: LoaderFunctionArgs) {
  return preferencesPage(requireAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerPreferences(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountPreferences() {
  return <PreferencesForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
