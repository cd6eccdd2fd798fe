import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Crumbs, trailOf } from "../../lib/pages/breadcrumbs";
import type { ToastView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { SiteShell } from "../shell/site-shell";
import { AccountBanners } from "./account-banners";
import classes from "./dashboard-shell.module.css";
import { DashboardSidebar } from "./dashboard-sidebar";

/**
 * Breadcrumbs of the current path. Omits path segments that are ids (product.md §2).
 * @param names of pages; undefined if the layout's loader failed
 */
export function Breadcrumbs({ names = {} }: { names: Crumbs | undefined }) {
  const { t } = useText();
  const crumbs = trailOf(useLocation().pathname, names);
  return (
    <nav className={classes.crumbs} aria-label={t("common:crumbs")}>
      <ol>
        <li>
          <Link to={paths.home()}>{t("common:crumb.home")}</Link>
        </li>
        {crumbs.map(({ text, path }, index) => (
          <li key={path}>
            <Icon name="chevron-right" size="s" />
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{t(text)}</span>
            ) : (
              <Link to={path}>{t(text)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
