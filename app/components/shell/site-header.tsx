import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link, NavLink } from "../../ui/link";
import { useText } from "../../ui/text";
import { Bell } from "../notifications/bell";
import { useHomeCity, useSaved, useViewer } from "../viewer";
import { AccountMenu } from "./account-menu";
import { LanguageList } from "./language-list";
import { Logo } from "./logo";
import { MAIN_LINKS } from "./main-links";
import { ProgressLine } from "./progress-line";
import classes from "./site-header.module.css";
import { ThemeToggle } from "./theme-toggle";

/** The reader's city, with the way to choose another one. `here`: return path. */
function CitySwitch({ here }: { here: string }) {
  const { t } = useText();
  const home = useHomeCity();
  const name = home?.name ?? t(home ? "common:city.all" : "common:city.choose");
  return (
    <Link
      className={classes.switch}
      to={paths.myCity(here.startsWith(paths.myCity()) ? undefined : here)}
      rel="nofollow"
      data-chosen={home !== null || undefined}
      aria-label={home ? t("common:city.change", { name }) : name}
    >
      <Icon name="map-pin" />
      <span>{name}</span>
      <Icon name="chevron-down" size="s" />
    </Link>
  );
}

/**
 * Leads to what is saved, with its number once that is known. The number's element is always there:
 * without a script the server fills it (worker/middleware/reader.ts).
 */
function SavedLink({ label, number }: ReturnType<typeof useSaved>) {
  const viewer = useViewer();
  return (
    <NavLink
      className={`${classes.saved} rd-square`}
      to={paths.saved()}
      rel="nofollow"
      data-account={viewer ? true : undefined}
      aria-label={label}
    >
      <Icon name="heart" />
      <em suppressHydrationWarning>{number}</em>
    </NavLink>
  );
}

const SiteDrawer = lazy(() => import("./site-drawer"));

export function SiteHeader({ name, here }: { name: string; here: string }) {
  const { t } = useText();
  // Counted from the page's load on, also for the drawer, which comes when it is asked for.
  const saved = useSaved();
  const menu = useRef<HTMLAnchorElement>(null);
  const [drawer, setDrawer] = useState<"none" | "open" | "closed">("none");
  useEffect(() => {
    const { dataset } = document.documentElement;
    // The button was tapped before this script had loaded (choices-script.tsx).
    if (dataset.menu === "asked") setDrawer("open");
    dataset.menu = "here";
  }, []);
  return (
    <header className={`${classes.header} rd-no-print`}>
      <div className={`rd-wrap ${classes.bar}`}>
        <NavLink className={classes.home} to={paths.home()} aria-label={t("common:home", { name })}>
          <Logo />
        </NavLink>
        <CitySwitch here={here} />
        <nav className={classes.nav} aria-label={t("common:nav.main")}>
          {MAIN_LINKS.map(({ to, text }) => (
            <NavLink key={to} to={to} prefetch="intent">
              {t(text)}
            </NavLink>
          ))}
        </nav>
        <NavLink
          className={classes.create}
          to={paths.createEvent()}
          rel="nofollow"
          aria-label={t("common:account.createEvent")}
        >
          <Icon name="plus" />
          <span>{t("common:account.createEvent")}</span>
        </NavLink>
        <LanguageList here={here} />
        <ThemeToggle here={here} />
        <SavedLink {...saved} />
        <Bell />
        <AccountMenu here={here} />
        {/* Without JavaScript it jumps to the same links in the footer. */}
        <a
          ref={menu}
          className={`${classes.menu} rd-square`}
          href="#site-links"
          data-menu=""
          aria-label={t("common:menu.open")}
          onClick={(event) => {
            event.preventDefault();
            setDrawer("open");
          }}
        >
          <Icon name="menu-2" />
        </a>
      </div>
      <ProgressLine />
      {drawer !== "none" && (
        <Suspense>
          <SiteDrawer
            here={here}
            saved={saved.label}
            opened={drawer === "open"}
            onClose={() => setDrawer("closed")}
            onClosed={() => menu.current?.focus()}
          />
        </Suspense>
      )}
    </header>
  );
}
