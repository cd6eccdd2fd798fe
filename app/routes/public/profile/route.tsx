import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/pages/meta-tags";
import { publicProfile } from "~/modules/users/public-profile.server";
import { PublicProfile } from "~/routes/public/profile/public-profile";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

/** Not kept in the page cache: who is deactivated is gone at once. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return publicProfile(context, params.userId ?? "");
}

export default function UserPage() {
  return <PublicProfile page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
