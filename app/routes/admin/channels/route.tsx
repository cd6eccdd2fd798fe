import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Channels } from "~/routes/admin/channels/channels";
import { channelsAction, channelsPage } from "~/routes/admin/channels/channels-page.server";

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
