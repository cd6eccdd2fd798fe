import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { CityDirectory } from "~/routes/admin/cities/cities";
import { cityDirectoryLoader } from "~/routes/admin/cities/cities.server";

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.cities",
  nav: { group: "content", text: "admin:nav.cities", icon: "building-arch" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return cityDirectoryLoader(context, new URL(request.url).searchParams);
}

export default function CitiesRoute() {
  return <CityDirectory view={useLoaderData<typeof loader>()} />;
}
