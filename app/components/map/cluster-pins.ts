import { joinOverlaps } from "../../lib/geo/join-overlaps";
import { projectPosition } from "../../lib/geo/mercator";
import type { EventPin } from "../../lib/pages/views";

/** Events that are drawn as one at a zoom. */
export interface PinCluster {
  /** The same for the same events. */
  key: string;
  latitude: number;
  longitude: number;
  pins: EventPin[];
}

/** Width of the world at zoom 0, px. */
const WORLD = 512;
/** Groups pins that would hide each other at a zoom. */
export function clusterPins(pins: readonly EventPin[], zoom: number): PinCluster[] {
  const size = WORLD * 2 ** zoom;
  const placed = pins.map((pin) => {
    const { x, y } = projectPosition(pin);
    return { x: x * size, y: y * size, item: pin };
  });
  return joinOverlaps(placed).map(({ items: members }) => {
    const mean = (values: number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      key: members.map(({ id }) => id).join(" "),
      latitude: mean(members.map(({ latitude }) => latitude)),
      longitude: mean(members.map(({ longitude }) => longitude)),
      pins: members,
    };
  });
}

/** Whether no zoom takes the pins of a cluster apart: they are in one house. */
export const isOnePlace = ({ pins }: Pick<PinCluster, "pins">): boolean =>
  clusterPins(pins, 17).length === 1;
