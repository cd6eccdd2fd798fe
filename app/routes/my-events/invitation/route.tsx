import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Invitation } from "~/routes/my-events/invitation/invitation";
import {
  invitationAction,
  invitationLoader,
} from "~/routes/my-events/invitation/invitation.server";

export const handle = page({ permission: "account:manage", budget: "page" });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await invitationLoader(requireAccount(context), params.token ?? "");
  return data(found, { headers: WITHOUT_REFERRER });
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return invitationAction(requireAccount(context), request, params.token ?? "");
}

export default function InvitationRoute() {
  return (
    <Invitation page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
