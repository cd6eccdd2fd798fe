import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { weekAction, weekLoader } from "~/routes/public/week/week.server";
import { WeekPage } from "~/routes/public/week/week-page";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { scope, ...page } = await weekLoader(context, params.citySlug ?? "", params.week);
  return data(page, { headers: cacheHeaders(scope) });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const answer = await weekAction(context, request, params.citySlug ?? "", params.week);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function WeekRoute() {
  return (
    <WeekPage page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
