import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { FlagForm } from "~/modules/flags/schema";
import { FeatureFlags } from "~/routes/admin/feature-flags/feature-flags";
import { answerFlags, flagsPage } from "~/routes/admin/feature-flags/feature-flags.server";
import type { FlagFailureView } from "~/routes/admin/feature-flags/flags-view";

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
