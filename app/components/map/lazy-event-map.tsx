import { Suspense } from "react";
import type { EventMapView } from "../../lib/pages/views";
import { lazyPart } from "../../ui/lazy-part";
import classes from "./event-map.module.css";
// Here too, so that the map without scripts has its styles with the page.
import "./still-map.module.css";

const { prepare, Part } = lazyPart<{ map: EventMapView }>(
  "event-map",
  async () => (await import("./event-map")).EventMap,
);

export const prepareEventMap = prepare;

/** The map beside a list, loaded with this view alone. Its frame and styles come with the page. */
export function LazyEventMap({ map }: { map: EventMapView }) {
  return (
    <div id="event-map" className={`${classes.frame} rd-no-print`}>
      <Suspense>
        <Part map={map} />
      </Suspense>
    </div>
  );
}
