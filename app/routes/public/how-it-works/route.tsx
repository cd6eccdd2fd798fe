import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keptPage } from "~/lib/pages/content-scope";
import { readHowItWorks } from "~/modules/content/read-how-it-works.server";
import { HowItWorks } from "~/routes/public/how-it-works/how-it-works";

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await readHowItWorks(context), { headers: keptPage("listing") });
}

export default function HowItWorksPage() {
  return <HowItWorks page={useLoaderData<typeof loader>()} />;
}
