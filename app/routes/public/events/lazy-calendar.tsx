import { type ComponentType, lazy, Suspense } from "react";
import type { CalendarView } from "~/lib/dates/calendar-view";
import classes from "./calendar.module.css";

type Module = { default: ComponentType<{ calendar: CalendarView }> };

const load = async (): Promise<Module> => ({ default: (await import("./my-calendar")).MyCalendar });

/** The part once it is there. */
let loaded: Module | null = null;

/** Fetches the part: the server renders without waiting, so its loader waits. */
export async function prepareCalendar(): Promise<void> {
  loaded ??= await load();
}

/** What React takes for a promise, but has its value at once. */
// biome-ignore lint/suspicious/noThenProperty: a thenable is what it is
const atOnce = (module: Module) => ({ then: (resolve: (value: Module) => void) => resolve(module) }) as unknown as Promise<Module>;

const Calendar = lazy(() => (loaded ? atOnce(loaded) : load()));

/** My Calendar on a public page, most of whose readers never open it: its script comes only with it. */
export function LazyCalendar({ calendar }: { calendar: CalendarView }) {
  return (
    // The class is used here too, so that the styles are among the page's own: those of a later part come later.
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <Suspense>
        <Calendar calendar={calendar} />
      </Suspense>
    </main>
  );
}
