import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { VerifyEmail } from "~/routes/auth/verify-email/verify-email";
import {
  verifyEmailAction,
  verifyEmailLoader,
} from "~/routes/auth/verify-email/verify-email.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await verifyEmailLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return verifyEmailAction(context, request);
}

export default function VerifyEmailRoute() {
  return (
    <VerifyEmail page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
