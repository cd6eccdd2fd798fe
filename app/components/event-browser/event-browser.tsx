import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { localDigits } from "../../lib/text/digits";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { SegmentedLinks } from "../../ui/segmented";
import { useText } from "../../ui/text";
import { useHistoryEntry } from "../../ui/use-history-entry";
import { ListFollow, SubscribeLinks } from "../follow/follow-list";
import { BROWSE_FORM, SearchFields, useAsk } from "../search-box/search-fields";
import search from "../search-form/search-form.module.css";
import barClasses from "./browse-bar.module.css";
import type { BrowseView } from "./browse-events.server";
import { BrowseFilters } from "./browse-filters";
import { BrowseResults, hasEvents, hasFilterChips } from "./browse-results";
import { DayStrip } from "./day-calendar";
import classes from "./event-browser.module.css";
import { LazyEventMap, LazyMonth } from "./lazy-views";

const ICONS = {
  rows: "layout-list",
  grid: "layout-grid",
  week: "columns-3",
  month: "calendar-month",
  map: "map-2",
} as const;

/** Letters that fit two lines beside the views on a phone. */
const TWO_LINES = 36;

/**
 * Event list with days, search, filters, views and paging. Its state is in the URL, and it works
 * without JavaScript.
 */
export function EventBrowser({
  page,
  action,
  intro,
}: {
  page: BrowseView;
  action: string;
  intro?: ReactNode;
}) {
  const { t } = useText();
  const views = (
    <SegmentedLinks
      label={t("events:list.view")}
      options={page.views.map((view) => ({ ...view, icon: ICONS[view.value] }))}
      current={page.view}
    />
  );
  return (
    <main id="main" className={`rd-wrap ${page.map ? classes.wide : ""}`}>
      {intro ?? (
        <div className={classes.head}>
          <div data-long={page.summary.length > TWO_LINES || undefined}>
            <h1>{page.title}</h1>
            <p role="status">{page.summary}</p>
          </div>
          {views}
        </div>
      )}
      {!page.month && <DayStrip days={page.days} />}
      <BrowseBar page={page} action={action} />
      <div className={page.map ? classes.withMap : undefined}>
        {page.month ? (
          <LazyMonth month={page.month} />
        ) : (
          <BrowseResults page={page} action={action} views={intro ? views : null} />
        )}
        {page.map && <LazyEventMap map={page.map} />}
      </div>
      <div className={classes.foot}>
        {/* Beside the chips of filters, where there are some: it saves them. */}
        {hasEvents(page) && !hasFilterChips(page) && <ListFollow follow={page.follow} />}
        {page.feed && <SubscribeLinks feed={page.feed} />}
      </div>
    </main>
  );
}

/** Closes the open filters of the bar. @returns the one that was open */
function closePopovers(bar: HTMLElement | null, except?: Node | null): HTMLDetailsElement | null {
  const open = [
    ...(bar?.querySelectorAll<HTMLDetailsElement>("details[data-pop][open]") ?? []),
  ].find((each) => !except || !each.contains(except));
  if (open) open.open = false;
  return open ?? null;
}

/**
 * Search words and filters of a list, in one form: a bar of popovers on wide screens, a sheet on
 * phones. Without JavaScript the popovers are native and the sheet is the target of its link.
 */
function BrowseBar({ page, action }: { page: BrowseView; action: string }) {
  const { t, locale } = useText();
  const [isSheet, setSheet] = useState(false);
  const ask = useAsk(action, isSheet);
  const sheet = useRef<HTMLDialogElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { query } = page;

  useEffect(() => {
    if (isSheet) sheet.current?.showModal();
  }, [isSheet]);
  useHistoryEntry(isSheet, () => sheet.current?.close());
  useEffect(() => {
    const onClick = ({ target }: Event) => closePopovers(bar.current, target as Node);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") closePopovers(bar.current)?.querySelector("summary")?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  const openSheet = (event: MouseEvent) => {
    event.preventDefault();
    setSheet(true);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask(event.currentTarget);
    sheet.current?.close();
    closePopovers(bar.current);
  };
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const chooses =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type === "checkbox");
    if (chooses) ask(currentTarget);
  };
  // Numbers wait until they are left, words until they are sent.
  const onBlur = ({ currentTarget, target }: FocusEvent<HTMLFormElement>) => {
    if (
      target instanceof HTMLInputElement &&
      target.name &&
      target.name !== "q" &&
      target.value !== target.defaultValue
    )
      ask(currentTarget);
  };
  const kept = {
    tag: query.tag,
    bbox: query.bbox,
    when: query.when,
    from: query.from,
    to: query.to,
    free: query.free ? "1" : null,
    view: query.view,
  };
  const filters = (
    <>
      <header className={barClasses.head}>
        <a
          href="#results"
          aria-label={t("common:close")}
          onClick={(event) => {
            if (!isSheet) return;
            event.preventDefault();
            sheet.current?.close();
          }}
        >
          <Icon name="x" />
        </a>
        <h2>{t("events:list.filters")}</h2>
        <Link className="rd-link" to={action} preventScrollReset replace={isSheet}>
          {t("events:list.clear")}
        </Link>
      </header>
      <BrowseFilters page={page} action={action} isSheet={isSheet} />
    </>
  );
  return (
    <Form
      id={BROWSE_FORM}
      method="get"
      action={action}
      role="search"
      aria-label={t("events:list.search")}
      className={`${barClasses.form} rd-no-print`}
      onSubmit={onSubmit}
      onChange={onChange}
      onBlur={onBlur}
    >
      {Object.entries(kept).map(
        ([name, value]) =>
          value && <input key={`${name}-${value}`} type="hidden" name={name} value={value} />,
      )}
      {query.without.map((kind) => (
        <input key={kind} type="hidden" name="without" value={kind} />
      ))}
      <div className={`${search.bar} ${barClasses.words}`}>
        <SearchFields words={query.q} cities={null} className={barClasses.field} />
        <Button type="submit" className={barClasses.submit} aria-label={t("events:list.submit")}>
          <Icon name="search" />
        </Button>
      </div>
      <a className={barClasses.opener} href="#filters" onClick={openSheet}>
        <Icon name="adjustments-horizontal" />
        <span className="rd-hidden">{t("events:list.filters")}</span>
        {page.active.length > 0 && (
          <b aria-hidden>{localDigits(String(page.active.length), locale)}</b>
        )}
      </a>
      {isSheet ? (
        <dialog
          ref={sheet}
          id="filters"
          className={barClasses.bar}
          aria-label={t("events:list.filters")}
          onClose={() => setSheet(false)}
        >
          {filters}
        </dialog>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no `display: contents` in all browsers
        <div
          ref={bar}
          id="filters"
          className={barClasses.bar}
          role="group"
          aria-label={t("events:list.filters")}
        >
          {filters}
        </div>
      )}
    </Form>
  );
}
