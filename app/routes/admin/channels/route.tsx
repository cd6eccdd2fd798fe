import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Channels } from "~/routes/admin/channels/channels";
import { channelsAction, channelsPage } from "~/routes/admin/channels/channels-page.server";

export const handle = page({
  permission: "channel:manage",
  crumb: "common:crumb.channels",
  nav: { group: "notifications", text: "admin:nav.channels", icon: "device-mobile" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return channelsPage(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await channelsAction(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ChannelsRoute() {
  return (
    <Channels page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
