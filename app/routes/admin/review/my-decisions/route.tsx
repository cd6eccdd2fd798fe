import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { MyDecisions } from "~/routes/admin/review/my-decisions/my-decisions";
import {
  myDecisionsAction,
  myDecisionsPage,
} from "~/routes/admin/review/my-decisions/my-decisions.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.my-decisions",
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return myDecisionsPage(requireAccount(context));
}

export function action({ request, context }: ActionFunctionArgs) {
  return myDecisionsAction(requireAccount(context), request);
}

export default function MyDecisionsRoute() {
  return <MyDecisions page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
