import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { collectionsPage } from "~/routes/collections/collections.server";
import { CollectionsPage } from "~/routes/collections/collections-page";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export async function loader({ context }: LoaderFunctionArgs) {
  const page = await collectionsPage(asAccount(context));
  return data(page, { status: page.failed ? 500 : 200 });
}

export default function Collections() {
  return <CollectionsPage page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
