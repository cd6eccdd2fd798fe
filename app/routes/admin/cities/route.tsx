import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CityDirectory } from "~/routes/admin/cities/cities";
import { cityDirectoryLoader } from "~/routes/admin/cities/cities.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return cityDirectoryLoader(context, new URL(request.url).searchParams);
}

export default function CitiesRoute() {
  return <CityDirectory view={useLoaderData<typeof loader>()} />;
}
