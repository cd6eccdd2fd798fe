import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { ChannelView } from "~/routes/admin/channels/channel/channel";
import { channelAction, channelPage } from "~/routes/admin/channels/channel/channel.server";

export const handle = page({ permission: "channel:manage", budget: "staff" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return channelPage(context, params.channelId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await channelAction(context, request, params.channelId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ChannelRoute() {
  return (
    <ChannelView page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
