import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import type { MonthView } from "./present-days.server";
import "./event-month.module.css";
import type { EventMapView } from "../../lib/pages/views";
import classes from "../map/event-map.module.css";
import "../map/still-map.module.css";

const lazyMonth = lazyPart<{ month: MonthView }>(
  "event-month",
  async () => (await import("./event-month")).EventMonth,
);

export const prepareMonth = lazyMonth.prepare;

/** The month of a list, loaded with this view alone. */
export function LazyMonth({ month }: { month: MonthView }) {
  return (
    <div id="event-month">
      <Suspense>
        <lazyMonth.Part month={month} />
      </Suspense>
    </div>
  );
}

const lazyMap = lazyPart<{ map: EventMapView }>(
  "event-map",
  async () => (await import("../map/event-map")).EventMap,
);

export const prepareEventMap = lazyMap.prepare;

/** The map beside a list, loaded with this view alone. Its frame and styles come with the page. */
export function LazyEventMap({ map }: { map: EventMapView }) {
  return (
    <div id="event-map" className={`${classes.frame} rd-no-print`}>
      <Suspense>
        <lazyMap.Part map={map} />
      </Suspense>
    </div>
  );
}
