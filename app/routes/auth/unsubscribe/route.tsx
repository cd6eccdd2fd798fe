import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { page } from "~/lib/pages/page";
import { Unsubscribe } from "~/routes/auth/unsubscribe/unsubscribe";
import { unsubscribeAction, unsubscribeLoader } from "~/routes/auth/unsubscribe/unsubscribe.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = await unsubscribeLoader(context, request);
  return data(page, { headers: WITHOUT_REFERRER, status: page.list === null ? 400 : 200 });
}

export function action({ request, context }: ActionFunctionArgs) {
  return unsubscribeAction(context, request);
}

export default function UnsubscribeRoute() {
  return <Unsubscribe page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
