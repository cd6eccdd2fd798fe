import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { GoogleSignUp } from "~/routes/auth/google-sign-up/google-sign-up";
import {
  googleSignUpAction,
  googleSignUpLoader,
} from "~/routes/auth/google-sign-up/google-sign-up.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return googleSignUpLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return googleSignUpAction(context, request);
}

export default function GoogleSignUpRoute() {
  return (
    <GoogleSignUp page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
