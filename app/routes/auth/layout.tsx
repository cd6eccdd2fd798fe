import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { AuthShell } from "~/components/auth/auth-shell";
import { PageLayout } from "~/components/shell/page-layout";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { withTexts } from "~/lib/loaded-messages";
import { shellData } from "~/lib/shell.server";
import { isSecureEnough } from "~/modules/identity/session-cookies.server";

const ID = "routes/auth/layout";

export const handle: LayoutHandle = { texts: ["auth"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  const shell = shellData(request, context);
  return data({ ...shell.data, isSecure: isSecureEnough(request) }, shell.init ?? undefined);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function AuthLayout() {
  return <PageLayout id={ID} Shell={AuthShell} />;
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={AuthShell} hasFailed />;
}
