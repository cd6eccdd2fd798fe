import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { page } from "~/lib/pages/page";
import { LoginLink } from "~/routes/auth/login-link/login-link";
import { loginLinkAction, loginLinkLoader } from "~/routes/auth/login-link/login-link.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await loginLinkLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return loginLinkAction(context, request);
}

export default function LoginLinkRoute() {
  return <LoginLink page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
