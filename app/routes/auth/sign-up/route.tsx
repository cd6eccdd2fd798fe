import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { SignUpForm } from "~/routes/auth/sign-up/sign-up";
import { signUpAction, signUpLoader } from "~/routes/auth/sign-up/sign-up.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return signUpLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return signUpAction(context, request);
}

export default function SignUpRoute() {
  return (
    <SignUpForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
