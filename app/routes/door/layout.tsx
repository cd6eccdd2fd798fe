import { type ClientLoaderFunctionArgs, Outlet } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { KitProvider } from "~/ui/kit-provider";

export const handle: LayoutHandle = { texts: ["door", "kit"] };

export const loader = () => null;

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

/** A phone at the door has no header or footer: nothing leads away by mistake. */
export default function DoorLayout() {
  return (
    <KitProvider>
      <Outlet />
    </KitProvider>
  );
}

export function ErrorBoundary() {
  return (
    <KitProvider>
      <ErrorPage />
    </KitProvider>
  );
}
