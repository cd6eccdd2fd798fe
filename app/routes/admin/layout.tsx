import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageLayout } from "~/components/shell/page-layout";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { AdminShell } from "~/routes/admin/shell/admin-shell";
import { adminShellData } from "~/routes/admin/shell/admin-shell.server";
import { KitProvider } from "~/ui/kit-provider";

const ID = "routes/admin/layout";

export const handle: LayoutHandle = {
  texts: [
    "admin",
    "moderation",
    "admin-cities",
    "admin-users",
    "notification-admin",
    "admin-templates",
    "ingestion",
    "settings",
    "messengers",
    "sources",
    "account",
    "weeks",
    "kit",
  ],
};

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminShellData(request, context, context.routes.crumbsOf(ID));
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function AdminLayout() {
  return (
    <KitProvider>
      <PageLayout id={ID} Shell={AdminShell} />
    </KitProvider>
  );
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={AdminShell} hasFailed />;
}
