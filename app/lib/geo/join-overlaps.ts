/** Room on a map, px. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What a pin with its time and a group's circle cover around their point, with some air, px. */
const PIN: Box = { left: -54, right: 54, top: -40, bottom: 4 };
const CIRCLE: Box = { left: -24, right: 24, top: -24, bottom: 24 };

/** Items that are drawn as one on a map, px. */
export interface PinGroup<Item> {
  x: number;
  y: number;
  items: Item[];
}

/** Whether two rooms share a part. */
export const areOverlapping = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Room of what is drawn for a group, px. */
export function roomOf({ x, y, items }: PinGroup<unknown>): Box {
  const { left, right, top, bottom } = items.length === 1 ? PIN : CIRCLE;
  return { left: x + left, right: x + right, top: y + top, bottom: y + bottom };
}

function joined<Item>(one: PinGroup<Item>, other: PinGroup<Item>): PinGroup<Item> {
  const [a, b] = [one.items.length, other.items.length];
  return {
    x: (one.x * a + other.x * b) / (a + b),
    y: (one.y * a + other.y * b) / (a + b),
    items: [...one.items, ...other.items],
  };
}

/**
 * Groups pins that would hide each other. A group stands in the middle of its pins, where it may
 * hide others: those join too.
 */
export function joinOverlaps<Item>(
  pins: readonly { x: number; y: number; item: Item }[],
): PinGroup<Item>[] {
  const groups: PinGroup<Item>[] = [];
  for (const { x, y, item } of pins) {
    let group: PinGroup<Item> = { x, y, items: [item] };
    for (;;) {
      const hidden = groups.find((each) => areOverlapping(roomOf(each), roomOf(group)));
      if (!hidden) break;
      groups.splice(groups.indexOf(hidden), 1);
      group = joined(hidden, group);
    }
    groups.push(group);
  }
  return groups;
}
