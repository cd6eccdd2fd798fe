import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { AdminShell } from "~/components/admin/admin-shell";
import { PageLayout } from "~/components/shell/page-layout";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { withTexts } from "~/lib/loaded-messages";
import { adminShellData } from "~/modules/administration/admin-shell.server";

const ID = "routes/admin/layout";

export const handle: LayoutHandle = { texts: ["admin", "moderation", "admin-cities", "admin-users", "settings", "account", "ingestion"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminShellData(request, context);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function AdminLayout() {
  return <PageLayout id={ID} Shell={AdminShell} />;
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={AdminShell} hasFailed />;
}
