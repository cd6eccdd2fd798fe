import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import type { MonthView } from "./present-month.server";
// Here too, so that the month without scripts has its styles with the page.
import "./event-month.module.css";

const { prepare, Part } = lazyPart<{ month: MonthView }>(
  "event-month",
  async () => (await import("./event-month")).EventMonth,
);

export const prepareMonth = prepare;

/** The month of a list, loaded with this view alone. */
export function LazyMonth({ month }: { month: MonthView }) {
  return (
    <div id="event-month">
      <Suspense>
        <Part month={month} />
      </Suspense>
    </div>
  );
}
