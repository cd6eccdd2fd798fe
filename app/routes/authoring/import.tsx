import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { ImportForm } from "~/components/event-form/import-form";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerImport, importPage } from "~/modules/import/import-page.server";
import { asAccount } from "~/modules/users/account-context.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return importPage(asAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerImport(asAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ImportEvent() {
  return <ImportForm failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
