import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Flagged } from "~/routes/admin/flagged-events/flagged-events";
import { flaggedAction, flaggedLoader } from "~/routes/admin/flagged-events/flagged-events.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.flagged-events",
  nav: { group: "content", text: "admin:nav.flaggedEvents", icon: "flag", badge: "flaggedEvents" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return flaggedLoader(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return flaggedAction(requireAccount(context), request);
}

export default function FlaggedEventsRoute() {
  return (
    <Flagged
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()?.failure ?? null}
    />
  );
}

export function ErrorBoundary() {
  return <PageFailure title="moderation:flagged.failed" />;
}
