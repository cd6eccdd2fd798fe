import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { HowItWorks } from "~/routes/public/how-it-works/how-it-works";
import { readHowItWorks } from "~/routes/public/how-it-works/how-it-works.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readHowItWorks(context), { headers: cacheHeaders("listing") });
}

export default function HowItWorksPage() {
  return <HowItWorks page={useLoaderData<typeof loader>()} />;
}
