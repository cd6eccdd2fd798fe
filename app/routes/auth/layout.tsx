import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useRouteLoaderData } from "@remix-run/react";
import { AuthShell } from "~/components/auth/auth-shell";
import { ErrorPage } from "~/components/error-page";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { loadTexts } from "~/lib/loaded-messages";
import { shellData } from "~/lib/shell.server";
import { isSecureEnough } from "~/modules/identity/session-cookies.server";

export const handle: LayoutHandle = { texts: ["auth"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  const shell = shellData(request, context);
  return data({ ...shell.data, isSecure: isSecureEnough(request) }, shell.init ?? undefined);
}

/** On the way here from another layout; the server's own page comes with its texts. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [page] = await Promise.all([serverLoader<typeof loader>(), loadTexts(handle.texts)]);
  return page;
}

function Shell({ children }: { children: React.ReactNode }) {
  return <AuthShell data={useRouteLoaderData<typeof loader>("routes/auth/layout")}>{children}</AuthShell>;
}

export default function AuthLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage />
    </Shell>
  );
}
