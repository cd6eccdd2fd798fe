import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { cityFormSchema } from "~/modules/cities/city-fields";
import { NewCity } from "~/routes/admin/cities/city-form";
import { newCityAction, newCityLoader } from "~/routes/admin/cities/city-form.server";

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.newCity",
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return newCityLoader(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await newCityAction(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewCityRoute() {
  return (
    <NewCity
      view={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
      schemaFor={cityFormSchema}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
