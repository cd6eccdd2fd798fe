import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import type { Site, ToastView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import { ToastProvider } from "../../ui/toast";
import { useUx } from "../../ui/ux";
import { ViewerTasksLoader } from "../api/viewer-tasks-loader";
import { Mascot } from "../hodhod/mascot-loader";
import { OfflineNotice } from "./offline-notice";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import classes from "./site-shell.module.css";

/** ⌘K or Ctrl K: focuses the page's search field, or opens the event list if the page has none. */
function useSearchKey(): void {
  const { interactions } = useUx();
  const list = useAddress()(`${paths.events()}#q`);
  useEffect(() => {
    if (!interactions.shortcuts) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      const field = document.getElementById("q");
      // Full page load, because browsers focus the URL's target only in a new document.
      if (field) field.focus();
      else location.assign(list);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [interactions.shortcuts, list]);
}

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
