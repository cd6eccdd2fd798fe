import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { Outlet } from "@remix-run/react";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";

/**
 * The texts of `ingestion` are many and used by no other admin page. The texts of forms load with
 * the admin layout.
 */
export const handle: LayoutHandle = { texts: ["ingestion", "account", "admin", "kit"] };

export const shouldRevalidate = () => false;

export function loader() {
  return null;
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function IngestionLayout() {
  return <Outlet />;
}
