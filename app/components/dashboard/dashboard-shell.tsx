import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Crumbs, trailOf } from "../../lib/pages/breadcrumbs";
import type { ToastView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Avatar } from "../../ui/avatar";
import { Icon } from "../../ui/icon";
import { Link, NavLink } from "../../ui/link";
import { useText } from "../../ui/text";
import { RoleBadge } from "../role-badge/role-badge";
import { SiteShell } from "../shell/site-shell";
import { useViewer } from "../viewer";
import { AccountBanners } from "./account-banners";
import classes from "./dashboard-shell.module.css";

/**
 * Sidebar of a signed-in user's pages: own content, settings, and administration for staff
 * (product.md §2).
 */
function DashboardSidebar() {
  const { t } = useText();
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <nav className={classes.sidebar} aria-label={t("account:sidebar.label")}>
      <div className={classes.who}>
        <Avatar photoUrl={viewer.photoUrl} initials={viewer.initials} />
        <div>
          <bdi>{viewer.displayName}</bdi>
          <RoleBadge role={viewer.role} />
        </div>
      </div>
      <h2>{t("account:sidebar.activity")}</h2>
      <NavLink to={paths.myEvents()}>
        <Icon name="calendar-event" />
        {t("account:sidebar.myEvents")}
      </NavLink>
      <NavLink to={paths.collections()}>
        <Icon name="bookmarks" />
        {t("account:sidebar.collections")}
      </NavLink>
      <NavLink to={paths.saved()} end>
        <Icon name="heart" />
        {t("account:sidebar.favourites")}
      </NavLink>
      <NavLink to={paths.notifications()}>
        <Icon name="bell" />
        {t("account:sidebar.notifications")}
      </NavLink>
      <NavLink to={paths.accountFollows()}>
        <Icon name="bell-plus" />
        {t("account:sidebar.follows")}
      </NavLink>
      <NavLink to={paths.accountPages()}>
        <Icon name="building-arch" />
        {t("account:sidebar.pages")}
      </NavLink>
      <h2>{t("account:sidebar.settings")}</h2>
      <NavLink to={paths.account()} end>
        <Icon name="user-circle" />
        {t("account:sidebar.account")}
      </NavLink>
      <NavLink to={paths.accountSecurity()}>
        <Icon name="lock" />
        {t("account:sidebar.security")}
      </NavLink>
      <NavLink to={paths.user(viewer.id)}>
        <Icon name="id" />
        {t("account:sidebar.profile")}
      </NavLink>
      <NavLink to={paths.accountPreferences()}>
        <Icon name="adjustments" />
        {t("account:sidebar.preferences")}
      </NavLink>
      <NavLink to={paths.accountCalendar()}>
        <Icon name="calendar-share" />
        {t("account:sidebar.calendar")}
      </NavLink>
      <NavLink to={paths.accountData()}>
        <Icon name="database" />
        {t("account:sidebar.data")}
      </NavLink>
      {viewer.can.enterAdmin && (
        <>
          <h2>{t("account:sidebar.administration")}</h2>
          <NavLink to={paths.adminDashboard()}>
            <Icon name="layout-dashboard" />
            {t("account:sidebar.admin")}
          </NavLink>
        </>
      )}
    </nav>
  );
}

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
        <li className="rd-inline">
          <Link to={paths.home()}>{t("common:crumb.home")}</Link>
        </li>
        {crumbs.map(({ text, path }, index) => (
          <li key={path} className="rd-inline">
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
