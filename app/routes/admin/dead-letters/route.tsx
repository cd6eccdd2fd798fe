import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { DeadLetters } from "~/routes/admin/dead-letters/dead-letters";
import {
  deadLettersAction,
  deadLettersLoader,
} from "~/routes/admin/dead-letters/dead-letters.server";

export const handle = page({
  permission: "outbox:read",
  crumb: "common:crumb.dead-letters",
  nav: { group: "system", text: "admin:nav.deadLetters", icon: "inbox" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return deadLettersLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return deadLettersAction(context, request);
}

export default function DeadLettersRoute() {
  return <DeadLetters page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
