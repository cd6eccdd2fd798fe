import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { userPage } from "~/routes/admin/users/user/user.server";
import { answerUser } from "~/routes/admin/users/user/user-action.server";
import { UserDetail } from "~/routes/admin/users/user/user-detail";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return userPage(context, params.userId ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await answerUser(context, request, params.userId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function UserRoute() {
  return <UserDetail user={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
