import type { Site } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link, useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
import { Logo } from "./logo";
import classes from "./site-footer.module.css";

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

export function SiteFooter({ site, year }: { site: Site; year: string }) {
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
