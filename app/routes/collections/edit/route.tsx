import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { answerEditCollection } from "~/routes/collections/collection-action.server";
import { CollectionEditor } from "~/routes/collections/collection-editor";
import { editCollectionPage } from "~/routes/collections/collection-form.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return editCollectionPage(asAccount(context), params.collectionId ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await answerEditCollection(asAccount(context), request, params.collectionId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EditCollection() {
  return <CollectionEditor page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
