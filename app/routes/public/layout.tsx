import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { Mascot } from "~/components/hodhod/mascot-loader";
import { OfflineNotice } from "~/components/shell/offline-notice";
import { SiteFooter } from "~/components/shell/site-footer";
import { SiteHeader } from "~/components/shell/site-header";
import { useText } from "~/components/text";
import { ToastProvider } from "~/components/toast/toasts";
import { dateParts } from "~/lib/dates.server";
import { takeFlash } from "~/lib/flash.server";
import type { Site } from "~/lib/views";
import classes from "./layout.module.css";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { year } = dateParts(context.deps.clock.now(), "UTC", context.locale);
  const flash = takeFlash(request, context.locale, context.requestId);
  return data({ year, toast: flash?.toast ?? null }, flash ? { headers: flash.headers } : undefined);
}

/** Only a form may have left something to be said. */
export function shouldRevalidate({ formMethod }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && formMethod !== "GET";
}

/** Header and footer of public pages, an error page in between included. */
function PublicShell({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  const layout = useRouteLoaderData<typeof loader>("routes/public/layout");
  const here = pathname + search;
  return (
    <ToastProvider flash={layout?.toast ?? null}>
      <a className={classes.skip} href="#main">
        {t("common:skip")}
      </a>
      <SiteHeader name={root?.site.companyName ?? ""} here={here} />
      <OfflineNotice />
      {children}
      {root && <SiteFooter site={root.site} year={layout?.year ?? ""} />}
      <Mascot />
    </ToastProvider>
  );
}

export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}

export function ErrorBoundary() {
  return (
    <PublicShell>
      <ErrorPage />
    </PublicShell>
  );
}
