import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Hodhod } from "~/components/hodhod/hodhod";
import { LanguageList } from "~/components/shell/language-list";
import { Logo } from "~/components/shell/logo";
import { PageLayout } from "~/components/shell/page-layout";
import { ThemeToggle } from "~/components/shell/theme-toggle";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { shellData } from "~/lib/pages/viewer.server";
import type { Site, ToastView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { isSecureEnough } from "~/modules/identity/sessions.server";
import { NavLink } from "~/ui/link";
import { useText } from "~/ui/text";
import { ToastProvider } from "~/ui/toast";
import { AuthLink, AuthMessage } from "./auth-parts";
import classes from "./auth-shell.module.css";

interface AuthShellProps {
  data: { toast: ToastView | null; isSecure: boolean } | undefined;
  children: ReactNode;
}

/**
 * Shell of the authentication pages: content at the start, tiled arch beside it on wide screens.
 */
function AuthShell({ data, children }: AuthShellProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  const here = pathname + search;
  return (
    <ToastProvider flash={data?.toast ?? null}>
      <div className={classes.page}>
        <div className={classes.start}>
          <header className="rd-row rd-gap-2xs">
            <NavLink
              className={`rd-press ${classes.home}`}
              to={paths.home()}
              aria-label={t("common:home", { name: root?.site.companyName ?? "" })}
            >
              <Logo />
            </NavLink>
            <LanguageList here={here} />
            <ThemeToggle here={here} />
          </header>
          {data?.isSecure === false ? <Insecure /> : children}
        </div>
        <Scene />
      </div>
    </ToastProvider>
  );
}

/** Shown on insecure connections, which do not allow log-in (decisions.md §5). */
function Insecure() {
  const { t } = useText();
  return (
    <AuthMessage kind="warning" title={t("auth:insecure.title")} text={t("auth:insecure.text")}>
      <AuthLink to={paths.home()} isMain>
        {t("auth:insecure.home")}
      </AuthLink>
    </AuthMessage>
  );
}

const NIGHT = paths.sceneCover("night");
const GATE = paths.sceneCover("gate");

function Scene() {
  const { t } = useText();
  return (
    <aside className={classes.scene} aria-label={t("auth:verse.poet")}>
      <img className={classes.night} src={NIGHT} alt="" />
      <div className={classes.gate}>
        {/* `lazy`: phones hide the picture and skip its download. */}
        <div>
          <img className="rd-fill" src={GATE} alt="" loading="lazy" />
        </div>
      </div>
      <div className={classes.verse}>
        <Hodhod pose="standing" className={classes.hodhod} />
        <blockquote>
          <p>
            {t("auth:verse.first")}
            <br />
            {t("auth:verse.second")}
          </p>
          <footer>{t("auth:verse.poet")}</footer>
        </blockquote>
      </div>
    </aside>
  );
}

const ID = "routes/auth/layout";

export const handle: LayoutHandle = { texts: ["auth"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context, { isSecure: isSecureEnough(request) });
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function AuthLayout() {
  return <PageLayout id={ID} Shell={AuthShell} />;
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={AuthShell} hasFailed />;
}
