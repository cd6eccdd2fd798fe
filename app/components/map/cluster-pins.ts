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
/** Pins closer than this would hide each other, px. */
const APART = 56;

/** Groups pins that would overlap at a zoom: each joins the first group within reach, in the order of the list. */
export function clusterPins(pins: readonly EventPin[], zoom: number): PinCluster[] {
  const size = WORLD * 2 ** zoom;
  const groups: { x: number; y: number; pins: EventPin[] }[] = [];
  for (const pin of pins) {
    const point = projectPosition(pin);
    const [x, y] = [point.x * size, point.y * size];
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < APART);
    if (near) near.pins.push(pin);
    else groups.push({ x, y, pins: [pin] });
  }
  return groups.map(({ pins: members }) => {
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      key: members.map(({ id }) => id).join(" "),
      latitude: mean(members.map(({ latitude }) => latitude)),
      longitude: mean(members.map(({ longitude }) => longitude)),
      pins: members,
    };
  });
}

/** Whether no zoom takes the pins of a cluster apart: they are in one house. */
export const isOnePlace = ({ pins }: Pick<PinCluster, "pins">): boolean => clusterPins(pins, 17).length === 1;
