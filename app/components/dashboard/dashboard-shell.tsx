import type { ReactNode } from "react";
import type { Crumbs } from "../../lib/pages/breadcrumbs";
import type { ToastView } from "../../lib/pages/views";
import { SiteShell } from "../shell/site-shell";
import { AccountBanners } from "./account-banners";
import { Breadcrumbs } from "./breadcrumbs";
import classes from "./dashboard-shell.module.css";
import { DashboardSidebar } from "./dashboard-sidebar";

interface DashboardShellProps {
  data: { year: string; toast: ToastView | null; crumbs: Crumbs } | undefined;
  children: ReactNode;
}

/** Shell of a signed-in user's pages: sidebar, breadcrumbs, banners and the page. */
export function DashboardShell({ data, children }: DashboardShellProps) {
  return (
    <SiteShell data={data}>
      <div className={classes.dashboard}>
        <DashboardSidebar />
        <div className={classes.page}>
          <Breadcrumbs names={data?.crumbs} />
          <AccountBanners />
          {children}
        </div>
      </div>
    </SiteShell>
  );
}
