import { Suspense } from "react";
import type { CalendarView } from "~/lib/dates/calendar-view";
import { lazyPart } from "~/ui/lazy-part";
import classes from "./calendar.module.css";

const { prepare, Part } = lazyPart<{ calendar: CalendarView }>(
  "my-calendar",
  async () => (await import("./my-calendar")).MyCalendar,
);

export const prepareCalendar = prepare;

/** My Calendar, loaded on demand because few readers of this public page open it. */
export function LazyCalendar({ calendar }: { calendar: CalendarView }) {
  return (
    // Uses the class here too, so that its styles load with the page.
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <div id="my-calendar">
        <Suspense>
          <Part calendar={calendar} />
        </Suspense>
      </div>
    </main>
  );
}
