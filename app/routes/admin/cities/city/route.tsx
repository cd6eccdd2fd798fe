import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { cityFormSchema } from "~/modules/cities/city-fields";
import { CityDetail } from "~/routes/admin/cities/city/city-detail";
import { cityAction, cityFormLoader } from "~/routes/admin/cities/city-form.server";

export const handle = page({ permission: "city:manage", budget: "staff" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return cityFormLoader(context, params.citySlug ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await cityAction(context, request, params.citySlug ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function CityRoute() {
  return (
    <CityDetail
      view={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
      schemaFor={cityFormSchema}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
