import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { FeatureFlags } from "~/components/settings/feature-flags";
import type { FlagFailureView } from "~/components/settings/flags-view";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerFlags, flagsPage } from "~/modules/flags/flags-page.server";
import { FlagForm } from "~/modules/flags/schema";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return flagsPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerFlags(context, request);
}

export default function FeatureFlagsRoute() {
  return <FeatureFlags page={useLoaderData<typeof loader>()} failure={useActionData<FlagFailureView>()} schema={FlagForm} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
