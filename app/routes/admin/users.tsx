import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { UserList } from "~/components/admin-users/user-list";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerUsers, usersPage } from "~/modules/users/users-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return usersPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerUsers(context, request);
}

export default function UsersRoute() {
  return <UserList view={useLoaderData<typeof loader>()} removal={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
