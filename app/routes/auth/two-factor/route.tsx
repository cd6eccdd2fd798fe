import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { TwoFactorForm } from "~/routes/auth/two-factor/two-factor";
import { twoFactorAction, twoFactorLoader } from "~/routes/auth/two-factor/two-factor.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return twoFactorLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return twoFactorAction(context, request);
}

export default function TwoFactorRoute() {
  return (
    <TwoFactorForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
