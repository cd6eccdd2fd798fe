import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageLayout } from "~/components/shell/page-layout";
import { SiteShell } from "~/components/shell/site-shell";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { shellData } from "~/lib/pages/viewer.server";

const ID = "routes/collections/layout";

/** Public page of a collection. No other public page uses the texts of `collections`. */
export const handle: LayoutHandle = { texts: ["collections", "pages"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function CollectionLayout() {
  return <PageLayout id={ID} Shell={SiteShell} />;
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={SiteShell} hasFailed />;
}
