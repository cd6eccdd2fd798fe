import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import type { Site, ToastView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link, useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import { ToastProvider } from "../../ui/toast";
import { useUx } from "../../ui/ux";
import { ViewerTasksLoader } from "../api/viewer-tasks-loader";
import { Mascot } from "../hodhod/mascot-loader";
import { useViewer } from "../viewer";
import { Logo } from "./logo";
import { OfflineNotice } from "./offline-notice";
import { SiteHeader } from "./site-header";
import classes from "./site-shell.module.css";

type FooterLink = readonly [href: string, text: string];

/** Column of links. Links to API docs, feeds and external pages load a new document. */
function Column({ title, links }: { title: string; links: readonly FooterLink[] }) {
  const address = useAddress();
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, text]) => (
          <li key={href}>
            {/^(https?:|\/api\/)/.test(href) ? (
              <a href={address(href)}>{text}</a>
            ) : (
              <Link to={href}>{text}</Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SiteFooter({ site, year }: { site: Site; year: string }) {
  const { t } = useText();
  const { links } = site;
  const viewer = useViewer();
  const external = (href: string | null, text: string): FooterLink[] =>
    href ? [[href, text]] : [];
  return (
    <footer className={`${classes.footer} rd-no-print`} id="site-links" tabIndex={-1}>
      <div className="rd-wrap">
        <div className={classes.grid}>
          <div className={classes.brand}>
            <Logo light />
            <p>{t("common:tagline")}</p>
            <p>
              <a className={classes.support} href={`mailto:${site.supportEmail}`}>
                <bdi>{site.supportEmail}</bdi>
              </a>
            </p>
          </div>
          <Column
            title={t("common:footer.explore")}
            links={[
              [paths.events(), t("common:footer.events")],
              [paths.cities(), t("common:footer.cities")],
              [paths.discover(), t("common:footer.discover")],
              [paths.categories(), t("common:footer.categories")],
              [paths.saved(), t("common:nav.saved")],
              // On phones without a script the menu leads here.
              ...(viewer ? [] : [[paths.login(), t("common:account.logIn")] as const]),
            ]}
          />
          <Column
            title={t("common:footer.help")}
            links={[
              [paths.help(), t("common:footer.helpCenter")],
              [paths.howItWorks(), t("common:footer.howItWorks")],
              [paths.feedbackDemo(), t("common:footer.feedback")],
              [links.docs ?? paths.developers(), t("common:footer.docs")],
            ]}
          />
          <Column
            title={t("common:footer.community")}
            links={[
              ...external(links.blog, t("common:footer.blog")),
              ...external(links.community, t("common:footer.communityLink")),
              ...external(links.status, t("common:footer.status")),
              [links.changelog ?? paths.changelog(), t("common:footer.changelog")],
            ]}
          />
          <Column
            title={t("common:footer.legal")}
            links={[
              [paths.legal("terms"), t("common:footer.terms")],
              [paths.legal("privacy"), t("common:footer.privacy")],
              [paths.legal("cookies"), t("common:footer.cookies")],
              [paths.legal("eula"), t("common:footer.eula")],
            ]}
          />
        </div>
        <div className={classes.end}>
          <span>{t("common:footer.copyright", { year, name: site.companyName })}</span>
          <span>{t("common:footer.verse")}</span>
        </div>
      </div>
    </footer>
  );
}

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
