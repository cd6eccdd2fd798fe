import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Weeks } from "~/routes/admin/weeks/weeks";
import { weeksLoader } from "~/routes/admin/weeks/weeks.server";

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.weeks",
  nav: { group: "content", text: "admin:nav.weeks", icon: "star" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return weeksLoader(context, new URL(request.url).searchParams);
}

export default function WeeksRoute() {
  return <Weeks page={useLoaderData<typeof loader>()} />;
}
