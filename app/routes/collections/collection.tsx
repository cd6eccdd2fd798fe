import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CollectionPage } from "~/components/collections/collection-page";
import { ErrorPage } from "~/components/error-page";
import { inLanguageOf } from "~/lib/addressed-language";
import { metaTags } from "~/lib/meta-tags";
import { paths } from "~/lib/paths";
import { privatePage } from "~/lib/private-page.server";
import { answerCollection } from "~/modules/collections/answer-collection.server";
import { collectionPage } from "~/modules/collections/collection-page.server";
import { asAccount } from "~/modules/users/account-context.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

/** Not kept in the page cache: what has become private is gone at once. */
export const headers = privatePage;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const page = await collectionPage(context, params.collectionId ?? "", searchParams);
  if (!page) throw redirect(inLanguageOf(request, paths.login(pathname + search, context.hasEndedSession)));
  return page;
}

export function action({ params, request, context }: ActionFunctionArgs) {
  if (!context.signedIn)
    throw redirect(inLanguageOf(request, paths.login(paths.collection(params.collectionId ?? ""), context.hasEndedSession)));
  return answerCollection(asAccount(context), request, params.collectionId ?? "");
}

export default function Collection() {
  return <CollectionPage page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
