import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useLocation } from "@remix-run/react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { AdminSearch } from "~/components/admin/admin-search";
import { ViewerTasksLoader } from "~/components/api/viewer-tasks-loader";
import { SecondFactorBanner } from "~/components/dashboard/account-banners";
import { Breadcrumbs } from "~/components/dashboard/dashboard-shell";
import { Bell } from "~/components/notifications/bell";
import { AccountMenu } from "~/components/shell/account-menu";
import { LanguageList } from "~/components/shell/language-list";
import { OfflineNotice } from "~/components/shell/offline-notice";
import { ProgressLine } from "~/components/shell/progress-line";
import { ThemeToggle } from "~/components/shell/theme-toggle";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { ToastProvider } from "~/ui/toast";
import classes from "./admin-shell.module.css";
import type { adminShellData } from "./admin-shell.server";
import { AdminSidebar } from "./admin-sidebar";

const NAVIGATION = "admin-navigation";

interface AdminShellProps {
  /** Undefined if the layout's loader failed. */
  data: Awaited<ReturnType<typeof adminShellData>>["data"] | undefined;
  children: ReactNode;
}

/** Shell of the admin pages: sidebar, and a header with the link back, search and account menu. */
export function AdminShell({ data, children }: AdminShellProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menu = useRef<HTMLAnchorElement>(null);
  const here = pathname + search;
  const close = useCallback(() => {
    setMenuOpen(false);
    menu.current?.focus();
  }, []);
  return (
    <ToastProvider flash={data?.toast ?? null}>
      <a className={classes.skip} href="#main">
        {t("common:skip")}
      </a>
      <div className={classes.shell}>
        <AdminSidebar
          id={NAVIGATION}
          sections={data?.navigation ?? []}
          badges={data?.badges ?? null}
          isOpen={isMenuOpen}
          onClose={close}
          onLeave={() => setMenuOpen(false)}
        />
        <div className={classes.pane}>
          <header className={`${classes.header} rd-no-print`}>
            {/* Phones only. Without JavaScript the URL's fragment opens the sidebar (`:target`). */}
            <a
              ref={menu}
              className={`${classes.menu} rd-square`}
              href={`#${NAVIGATION}`}
              aria-label={t("common:menu.open")}
              onClick={(event) => {
                event.preventDefault();
                setMenuOpen(true);
              }}
            >
              <Icon name="menu-2" />
            </a>
            <div className={classes.crumbs}>
              <Breadcrumbs names={data?.crumbs} />
            </div>
            <AdminSearch />
            <Link
              className={`${classes.find} rd-square`}
              to={paths.adminSearch()}
              aria-label={t("admin:search.label")}
            >
              <Icon name="search" />
            </Link>
            <LanguageList here={here} />
            <ThemeToggle here={here} />
            <Bell />
            <AccountMenu here={here} />
            <ProgressLine />
          </header>
          <OfflineNotice />
          <ViewerTasksLoader />
          <div className={classes.page}>
            <SecondFactorBanner />
            {data?.isWithoutMail && (
              <Alert tone="waiting" title={t("admin:noMail.title")}>
                {t("admin:noMail.text")}
              </Alert>
            )}
            {children}
          </div>
        </div>
      </div>
    </ToastProvider>
  );
}
