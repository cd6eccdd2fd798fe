import type { ReactNode } from "react";
import { SubscribeLinks } from "../subscribe-links/subscribe-links";
import { BrowseFilters } from "./browse-filters";
import { BrowseResults } from "./browse-results";
import { BrowseSearch } from "./browse-search";
import type { BrowseView } from "./browse-view";
import classes from "./event-browser.module.css";

/** Event list with search, filters and paging. Its state is in the URL, and it works without JavaScript. */
export function EventBrowser({ page, action, intro }: { page: BrowseView; action: string; intro?: ReactNode }) {
  return (
    <main id="main" className="rd-wrap">
      {intro ?? (
        <div className={classes.head}>
          <h1>{page.title}</h1>
          <p role="status">{page.summary}</p>
        </div>
      )}
      <BrowseSearch page={page} action={action} />
      <div className={classes.columns}>
        <BrowseFilters page={page} action={action} />
        <BrowseResults page={page} action={action} />
      </div>
      {page.feed && <SubscribeLinks feed={page.feed} />}
    </main>
  );
}
