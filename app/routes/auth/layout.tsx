import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageLayout } from "~/components/shell/page-layout";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { shellData } from "~/lib/pages/viewer.server";
import { isSecureEnough } from "~/modules/identity/sessions.server";
import { AuthShell } from "~/routes/auth/auth-shell";

const ID = "routes/auth/layout";

export const handle: LayoutHandle = { texts: ["auth"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context, { isSecure: isSecureEnough(request) });
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
