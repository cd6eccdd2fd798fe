import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { LoginForm } from "~/routes/auth/login/login";
import { loginAction, loginLoader } from "~/routes/auth/login/login.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return loginLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return loginAction(context, request);
}

export default function LoginRoute() {
  return <LoginForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
