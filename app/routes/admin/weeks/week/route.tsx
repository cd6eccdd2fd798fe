import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { WeekEditor } from "~/routes/admin/weeks/week/week-editor";
import { weekEditorAction, weekEditorLoader } from "~/routes/admin/weeks/week/week-editor.server";

export const handle = page({ permission: "city:manage", budget: "staff" });

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return weekEditorLoader(
    context,
    params.citySlug ?? "",
    params.week ?? "",
    new URL(request.url).searchParams,
  );
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const answer = await weekEditorAction(context, request, params.citySlug ?? "", params.week ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function WeekEditorRoute() {
  const page = useLoaderData<typeof loader>();
  return (
    <WeekEditor
      key={`${page.slug} ${page.week} ${page.version}`}
      page={page}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
