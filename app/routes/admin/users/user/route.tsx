import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { userAction, userLoader } from "~/routes/admin/users/user/user.server";
import { UserDetail } from "~/routes/admin/users/user/user-detail";

export const handle = page({ permission: "user:manage", budget: "staff" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return userLoader(context, params.userId ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await userAction(context, request, params.userId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function UserRoute() {
  return (
    <UserDetail user={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
