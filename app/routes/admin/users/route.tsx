import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { UsersPage } from "~/routes/admin/users/users";
import { usersAction, usersLoader } from "~/routes/admin/users/users.server";

export const handle = page({
  permission: "user:manage",
  crumb: "common:crumb.users",
  nav: { group: "system", text: "admin:nav.users", icon: "users" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return usersLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return usersAction(context, request);
}

export default function UsersRoute() {
  return (
    <UsersPage view={useLoaderData<typeof loader>()} removal={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
