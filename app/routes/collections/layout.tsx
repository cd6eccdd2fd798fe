import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, Outlet, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { SiteShell } from "~/components/shell/site-shell";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { loadTexts } from "~/lib/loaded-messages";
import { shellData } from "~/lib/shell.server";

/** The page of a collection, for everyone who may see it: its texts are none of the other public pages'. */
export const handle: LayoutHandle = { texts: ["collections", "pages"] };

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
  return <SiteShell data={useRouteLoaderData<typeof loader>("routes/collections/layout")}>{children}</SiteShell>;
}

export default function CollectionLayout() {
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
