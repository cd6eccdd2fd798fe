import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useBoardKeys } from "~/components/admin/use-board-keys";
import { Logo } from "~/components/shell/logo";
import type { BadgeCounts } from "~/lib/pages/page";
import type { NavSection } from "~/lib/pages/route-map.server";
import { paths } from "~/lib/paths";
import { badgeText } from "~/lib/text/badge-text";
import { searchKey } from "~/lib/text/search-text";
import { Icon } from "~/ui/icon";
import { Form, Link, NavLink } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./admin-shell.module.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useLocation } from "@remix-run/react";
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
import { Alert } from "~/ui/alert";
import { ToastProvider } from "~/ui/toast";
import type { adminShellData } from "./admin-shell.server";

/** Poll interval, ms (product.md §9). */
const POLL = 30_000;

/**
 * Badge counts: the rendered ones, polled every 30 s while the page is visible. Failed polls keep
 * the last counts (product.md §7).
 */
function useBadgeCounts(rendered: BadgeCounts | null): BadgeCounts | null {
  const [counts, setCounts] = useState(rendered);
  useEffect(() => setCounts(rendered), [rendered]);
  useEffect(() => {
    const ask = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(paths.adminBadgeCounts(), {
          headers: { Accept: "application/json" },
          redirect: "error",
        });
        if (answer.ok) setCounts(await answer.json());
      } catch {
        // Offline: keeps the last counts.
      }
    };
    const timer = setInterval(ask, POLL);
    return () => clearInterval(timer);
  }, []);
  return counts;
}

interface AdminSidebarProps {
  id: string;
  /** The pages that the viewer may open. */
  sections: readonly NavSection[];
  badges: BadgeCounts | null;
  /** Whether the drawer is open (phones, with JavaScript). */
  isOpen: boolean;
  onClose: () => void;
  /** Called when a link is followed. */
  onLeave: () => void;
}

/** The staff's pages by section, with badge counts (product.md §2). */
function AdminSidebar({ id, sections, badges, isOpen, onClose, onLeave }: AdminSidebarProps) {
  const { t } = useText();
  const counts = useBadgeCounts(badges);
  const [words, setWords] = useState("");
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    side.current?.querySelector<HTMLElement>("a, input")?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen, onClose]);
  const wanted = searchKey(words);
  const shown = sections
    .map(({ text, pages }) => ({
      text,
      pages: pages.filter((page) => searchKey(t(page.text)).includes(wanted)),
    }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <nav
      ref={side}
      id={id}
      className={`${classes.side} rd-no-print`}
      aria-label={t("admin:nav.label")}
      data-open={isOpen || undefined}
    >
      <div className={classes.brand}>
        <Link to={paths.home()} aria-label={t("admin:toSite")}>
          <Logo light />
        </Link>
        <span>{t("admin:badge")}</span>
        <a
          className={classes.close}
          href="#main"
          aria-label={t("common:menu.close")}
          onClick={(event) => {
            if (!isOpen) return;
            event.preventDefault();
            onClose();
          }}
        >
          <Icon name="x" />
        </a>
      </div>
      <PageFilter words={words} onWords={setWords} />
      <div>
        {sections.length > 0 && shown.length === 0 && (
          <p className={classes.nothing}>{t("admin:nav.nothing")}</p>
        )}
        {shown.map(({ text, pages }) => (
          <details key={text} open className={classes.section}>
            <summary>
              {t(text)}
              <Icon name="chevron-down" size="s" />
            </summary>
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <NavLink to={page.path} onClick={onLeave}>
                    <Icon name={page.icon} />
                    <span>{t(page.text)}</span>
                    {page.badge && counts && <Count name={page.badge} count={counts[page.badge]} />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </nav>
  );
}

/** Filters the menu while typing. Without JavaScript it submits to the search page. */
function PageFilter({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useText();
  const id = useId();
  return (
    <Form action={paths.adminSearch()} className={classes.filter}>
      <Icon name="search" />
      <label className="rd-hidden" htmlFor={id}>
        {t("admin:nav.find")}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        placeholder={t("admin:nav.find")}
        autoComplete="off"
        value={words}
        onInput={(event: FormEvent<HTMLInputElement>) => onWords(event.currentTarget.value)}
        onChange={() => {}}
      />
    </Form>
  );
}

function Count({ name, count }: { name: keyof BadgeCounts; count: number }) {
  const { t, locale } = useText();
  if (count === 0) return null;
  const text = badgeText(count, locale);
  return (
    <span className={classes.count} data-name={name}>
      <span aria-hidden="true">{text}</span>
      <span className="rd-hidden">{t("admin:nav.waiting", { count: text })}</span>
    </span>
  );
}

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
  useBoardKeys();
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
