import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Claims } from "~/routes/admin/claims/claims";
import { claimsAction, claimsLoader } from "~/routes/admin/claims/claims.server";

export const handle = page({
  permission: "host:manage",
  crumb: "common:crumb.claims",
  nav: { group: "content", text: "admin:nav.claims", icon: "shield-check", badge: "pendingClaims" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return claimsLoader(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await claimsAction(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ClaimsRoute() {
  return <Claims page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
