import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { SiteShell } from "~/components/shell/site-shell";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { loadTexts } from "~/lib/loaded-messages";
import { shellData } from "~/lib/shell.server";

export const handle: LayoutHandle = { texts: ["authoring"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context);
}

/** On the way here from another layout; the server's own page comes with its texts. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [data] = await Promise.all([serverLoader<typeof loader>(), loadTexts(handle.texts)]);
  return data;
}

function Shell({ children }: { children: React.ReactNode }) {
  return <SiteShell data={useRouteLoaderData<typeof loader>("routes/authoring/layout")}>{children}</SiteShell>;
}

export default function AuthoringLayout() {
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
