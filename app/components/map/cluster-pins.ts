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
/** What a pin with its time and a cluster's circle cover around their point, with some air, px. */
const PIN = { left: -54, right: 54, top: -40, bottom: 4 };
const CIRCLE = { left: -24, right: 24, top: -24, bottom: 24 };

interface Group {
  x: number;
  y: number;
  pins: EventPin[];
}

/** Whether two groups would be drawn over each other. */
function overlap(one: Group, other: Group): boolean {
  const [a, b] = [one, other].map(({ pins }) => (pins.length === 1 ? PIN : CIRCLE)) as [typeof PIN, typeof PIN];
  return (
    one.x + a.left < other.x + b.right &&
    other.x + b.left < one.x + a.right &&
    one.y + a.top < other.y + b.bottom &&
    other.y + b.top < one.y + a.bottom
  );
}

const joined = (one: Group, other: Group): Group => {
  const [a, b] = [one.pins.length, other.pins.length];
  return { x: (one.x * a + other.x * b) / (a + b), y: (one.y * a + other.y * b) / (a + b), pins: [...one.pins, ...other.pins] };
};

/** Groups pins that would overlap at a zoom. A group stands in the middle of its pins, where it may overlap others: those join too. */
export function clusterPins(pins: readonly EventPin[], zoom: number): PinCluster[] {
  const size = WORLD * 2 ** zoom;
  const groups: Group[] = [];
  for (const pin of pins) {
    const point = projectPosition(pin);
    let group: Group = { x: point.x * size, y: point.y * size, pins: [pin] };
    for (;;) {
      const hidden = groups.find((each) => overlap(each, group));
      if (!hidden) break;
      groups.splice(groups.indexOf(hidden), 1);
      group = joined(hidden, group);
    }
    groups.push(group);
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
