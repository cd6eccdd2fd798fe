import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { CollectionEditor } from "~/routes/collections/collection-editor";
import {
  newCollectionAction,
  newCollectionLoader,
} from "~/routes/collections/collection-form.server";

export const handle = page({
  permission: "collection:manage",
  crumb: "common:crumb.newCollection",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return newCollectionLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await newCollectionAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewCollection() {
  return (
    <CollectionEditor
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
