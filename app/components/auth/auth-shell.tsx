import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import type { Site, ToastView } from "../../lib/views";
import { NavLink } from "../link";
import { LanguageList } from "../shell/language-list";
import { Logo } from "../shell/logo";
import { useText } from "../text";
import { ToastProvider } from "../toast/toasts";
import classes from "./auth-shell.module.css";

interface AuthShellProps {
  data: { toast: ToastView | null } | undefined;
  children: ReactNode;
}

/** Round every page of signing in: the form at the start, an arch of tiles beside it where there is room. */
export function AuthShell({ data, children }: AuthShellProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  return (
    <ToastProvider flash={data?.toast ?? null}>
      <div className={classes.page}>
        <div className={classes.start}>
          <header className={classes.header}>
            <NavLink to={paths.home()} aria-label={t("common:home", { name: root?.site.companyName ?? "" })}>
              <Logo />
            </NavLink>
            <LanguageList here={pathname + search} />
          </header>
          <div className={classes.form}>{children}</div>
        </div>
      </div>
    </ToastProvider>
  );
}
