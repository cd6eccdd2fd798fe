import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { DashboardShell } from "~/components/dashboard/dashboard-shell";
import { PageLayout } from "~/components/shell/page-layout";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { shellData } from "~/lib/pages/viewer.server";
import { KitProvider } from "~/ui/kit-provider";

const ID = "routes/my-events/layout";

export const handle: LayoutHandle = {
  texts: ["account", "authoring", "door", "guests", "hosting", "kit", "people"],
};

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context, { crumbs: context.routes.crumbsOf(ID) });
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function MyEventsLayout() {
  return (
    <KitProvider>
      <PageLayout id={ID} Shell={DashboardShell} />
    </KitProvider>
  );
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={DashboardShell} hasFailed />;
}
