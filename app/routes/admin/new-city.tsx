import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NewCity } from "~/components/admin-cities/city-form";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerNewCity } from "~/modules/cities/answer-city.server";
import { newCityPage } from "~/modules/cities/city-form-page.server";
import { cityFormSchema } from "~/modules/cities/city-parts";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return newCityPage(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerNewCity(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewCityRoute() {
  return <NewCity view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} schemaFor={cityFormSchema} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
