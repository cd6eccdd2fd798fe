import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CollectionsPage } from "~/components/collections/collections-page";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { collectionsPage } from "~/modules/collections/collections-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
