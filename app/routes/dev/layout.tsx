import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageLayout } from "~/components/shell/page-layout";
import { SiteShell } from "~/components/shell/site-shell";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { shellData } from "~/lib/pages/viewer.server";
import { KitProvider } from "~/ui/kit-provider";

const ID = "routes/dev/layout";

export const handle: LayoutHandle = { texts: ["kit"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function DevLayout() {
  return (
    <KitProvider>
      <PageLayout id={ID} Shell={SiteShell} />
    </KitProvider>
  );
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={SiteShell} hasFailed />;
}
