import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { readLegalPage } from "~/routes/public/legal/legal.server";
import { LegalText } from "~/routes/public/legal/legal-text";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await readLegalPage(context, params.page);
  return data(page, { headers: cacheHeaders("site") });
}

export default function LegalPage() {
  return <LegalText page={useLoaderData<typeof loader>()} />;
}
