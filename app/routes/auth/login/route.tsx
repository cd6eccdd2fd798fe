import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { LoginForm } from "~/routes/auth/login/login";
import { answerLogin, loginPage } from "~/routes/auth/login/login.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return loginPage(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerLogin(context, request);
}

export default function LoginRoute() {
  return <LoginForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
