import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserDetail } from "~/components/admin-users/user-detail";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerUser } from "~/modules/users/answer-user.server";
import { userPage } from "~/modules/users/user-page.server";

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
