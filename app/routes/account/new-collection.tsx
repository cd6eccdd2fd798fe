import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CollectionEditor } from "~/components/collections/collection-editor";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerNewCollection } from "~/modules/collections/answer-collection.server";
import { newCollectionPage } from "~/modules/collections/edit-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
