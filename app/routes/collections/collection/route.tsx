import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { collectionLoader } from "~/routes/collections/collection/collection.server";
import { CollectionPage } from "~/routes/collections/collection/collection-page";
import { collectionAction } from "~/routes/collections/collection-form.server";

export const handle = page({ permission: null, budget: "page" });

/** Not cached: a collection made private disappears immediately. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const page = await collectionLoader(context, params.collectionId ?? "", searchParams);
  if (!page)
    throw redirect(inLanguageOf(request, paths.login(pathname + search, context.hasEndedSession)));
  return page;
}

export function action({ params, request, context }: ActionFunctionArgs) {
  if (!context.signedIn)
    throw redirect(
      inLanguageOf(
        request,
        paths.login(paths.collection(params.collectionId ?? ""), context.hasEndedSession),
      ),
    );
  return collectionAction(requireAccount(context), request, params.collectionId ?? "");
}

export default function Collection() {
  return <CollectionPage page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
