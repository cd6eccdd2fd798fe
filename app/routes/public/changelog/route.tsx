import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { readChangelog } from "~/routes/public/changelog/changelog.server";
import { ChangelogText } from "~/routes/public/changelog/changelog-text";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readChangelog(context), { headers: cacheHeaders("site") });
}

export default function ChangelogPage() {
  return <ChangelogText page={useLoaderData<typeof loader>()} />;
}
