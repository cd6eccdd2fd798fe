import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { preferencesPage } from "~/routes/account/preferences/preferences.server";
import { answerPreferences } from "~/routes/account/preferences/preferences-action.server";
import { PreferencesForm } from "~/routes/account/preferences/preferences-form";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return preferencesPage(asAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerPreferences(asAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountPreferences() {
  return <PreferencesForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
