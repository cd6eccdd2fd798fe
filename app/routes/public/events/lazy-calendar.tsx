import { type ComponentType, lazy, Suspense } from "react";
import type { CalendarView } from "~/lib/dates/calendar-view";
import classes from "./calendar.module.css";

type Module = { default: ComponentType<{ calendar: CalendarView }> };

const load = async (): Promise<Module> => ({ default: (await import("./my-calendar")).MyCalendar });

/** Module, once loaded. */
let loaded: Module | null = null;

/** Loads the module. The server renders synchronously, so its loader waits here. */
export async function prepareCalendar(): Promise<void> {
  loaded ??= await load();
}

/** Thenable that resolves synchronously, so that React does not suspend. */
// biome-ignore lint/suspicious/noThenProperty: a thenable on purpose
const atOnce = (module: Module) => ({ then: (resolve: (value: Module) => void) => resolve(module) }) as unknown as Promise<Module>;

const Calendar = lazy(() => (loaded ? atOnce(loaded) : load()));

/** My Calendar, loaded on demand because few readers of this public page open it. */
export function LazyCalendar({ calendar }: { calendar: CalendarView }) {
  return (
    // Uses the class here too, so that its styles load with the page.
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <Suspense>
        <Calendar calendar={calendar} />
      </Suspense>
    </main>
  );
}
