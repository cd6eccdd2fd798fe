import type { ReactNode } from "react";
import { SegmentedLinks } from "../../ui/segmented";
import { useText } from "../../ui/text";
import { ListFollow } from "../follow/follow-button";
import { SubscribeLinks } from "../subscribe-links/subscribe-links";
import { BrowseBar } from "./browse-bar";
import type { BrowseView } from "./browse-events.server";
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
