import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { UserList } from "~/routes/admin/users/users";
import { answerUsers, usersPage } from "~/routes/admin/users/users.server";

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
