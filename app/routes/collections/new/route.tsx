import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { answerNewCollection } from "~/routes/collections/collection-action.server";
import { CollectionEditor } from "~/routes/collections/collection-editor";
import { newCollectionPage } from "~/routes/collections/collection-form.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return newCollectionPage(asAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerNewCollection(asAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewCollection() {
  return <CollectionEditor page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
