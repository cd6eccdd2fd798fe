import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { OwnPages } from "~/routes/account/pages/pages";
import { ownPagesLoader } from "~/routes/account/pages/pages.server";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.pages",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return ownPagesLoader(requireAccount(context));
}

export default function AccountPagesRoute() {
  return <OwnPages page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
