import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { Mascot } from "~/components/hodhod/mascot-loader";
import { SiteFooter } from "~/components/shell/site-footer";
import { SiteHeader } from "~/components/shell/site-header";
import { useText } from "~/components/text";
import { dateParts } from "~/lib/dates.server";
import type { Site } from "~/lib/views";
import classes from "./layout.module.css";

export function loader({ context }: LoaderFunctionArgs) {
  const { year } = dateParts(context.deps.clock.now(), "UTC", context.locale);
  return { year };
}

export function shouldRevalidate() {
  return false;
}

/** Header and footer of public pages, an error page in between included. */
function PublicShell({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  const layout = useRouteLoaderData<typeof loader>("routes/public/layout");
  const here = pathname + search;
  return (
    <>
      <a className={classes.skip} href="#main">
        {t("common:skip")}
      </a>
      <SiteHeader name={root?.site.companyName ?? ""} here={here} />
      {children}
      {root && <SiteFooter site={root.site} year={layout?.year ?? ""} />}
      <Mascot />
    </>
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
