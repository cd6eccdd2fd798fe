import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PreferencesForm } from "~/components/account/preferences-form";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { asAccount } from "~/modules/users/account-context.server";
import { answerPreferences } from "~/modules/users/answer-preferences.server";
import { preferencesPage } from "~/modules/users/preferences-page.server";

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
