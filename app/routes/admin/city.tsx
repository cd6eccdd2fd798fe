import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CityDetail } from "~/components/admin-cities/city-detail";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerCity } from "~/modules/cities/answer-city.server";
import { cityFormPage } from "~/modules/cities/city-form-page.server";
import { cityFormSchema } from "~/modules/cities/city-parts";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return cityFormPage(context, params.citySlug ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await answerCity(context, request, params.citySlug ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function CityRoute() {
  return <CityDetail view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} schemaFor={cityFormSchema} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
