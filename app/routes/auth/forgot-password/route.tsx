import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { ForgotPassword } from "~/routes/auth/forgot-password/forgot-password";
import {
  forgotPasswordAction,
  forgotPasswordLoader,
} from "~/routes/auth/forgot-password/forgot-password.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return forgotPasswordLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return forgotPasswordAction(context, request);
}

export default function ForgotPasswordRoute() {
  return (
    <ForgotPassword page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
