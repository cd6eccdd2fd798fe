import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { publicProfile } from "~/routes/public/profile/profile.server";
import { PublicProfile } from "~/routes/public/profile/public-profile";

export const handle = page({ permission: null, budget: "page" });

/** Not cached: a deactivated profile disappears immediately. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return publicProfile(context, params.userId ?? "");
}

export default function UserPage() {
  return <PublicProfile page={useLoaderData<typeof loader>()} />;
}
