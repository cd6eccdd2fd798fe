import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { Flagged } from "~/components/moderation/flagged";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerFlagged, flaggedPage } from "~/modules/moderation/flagged-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
