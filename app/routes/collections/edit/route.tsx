import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { CollectionEditor } from "~/routes/collections/collection-editor";
import {
  editCollectionAction,
  editCollectionLoader,
} from "~/routes/collections/collection-form.server";

export const handle = page({
  permission: "collection:manage",
  crumb: "common:crumb.edit",
  budget: "page",
});

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return editCollectionLoader(
    requireAccount(context),
    params.collectionId ?? "",
    new URL(request.url).searchParams,
  );
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await editCollectionAction(
    requireAccount(context),
    request,
    params.collectionId ?? "",
  );
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EditCollection() {
  return (
    <CollectionEditor
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
