import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Site, ToastView } from "../../lib/pages/views";
import { useText } from "../../ui/text";
import { ToastProvider } from "../../ui/toast";
import { useUx } from "../../ui/ux";
import { ViewerTasksLoader } from "../api/viewer-tasks-loader";
import { Mascot } from "../hodhod/mascot-loader";
import { OfflineNotice } from "./offline-notice";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import classes from "./site-shell.module.css";
import { useSearchKey } from "./use-search-key";

interface SiteShellProps {
  /** Data of `shellData`. Undefined if the layout's loader failed. */
  data: { year: string; toast: ToastView | null } | undefined;
  children: ReactNode;
}

/**
 * Shell of every page, error pages included: header, footer, toasts, offline notice and Hodhod.
 * Uses the texts of `common` only.
 */
export function SiteShell({ data, children }: SiteShellProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  const { mascot } = useUx();
  useSearchKey();
  return (
    <ToastProvider flash={data?.toast ?? null}>
      <a className={classes.skip} href="#main">
        {t("common:skip")}
      </a>
      <SiteHeader name={root?.site.companyName ?? ""} here={pathname + search} />
      <OfflineNotice />
      <ViewerTasksLoader />
      {children}
      {root && <SiteFooter site={root.site} year={data?.year ?? ""} />}
      {mascot.enabled && <Mascot />}
    </ToastProvider>
  );
}
