import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { Flagged } from "~/routes/admin/flagged-events/flagged-events";
import { answerFlagged, flaggedPage } from "~/routes/admin/flagged-events/flagged-events.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return flaggedPage(asAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerFlagged(asAccount(context), request);
}

export default function FlaggedEventsRoute() {
  return <Flagged page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure ?? null} />;
}

export function ErrorBoundary() {
  return <PageFailure title="moderation:flagged.failed" />;
}
