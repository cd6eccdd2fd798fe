import { ascii, viewOf } from "./media-files";

/**
 * A box of the ISO base media format (ISO/IEC 14496-12 §4.2) with the positions of box and content.
 */
export interface IsoBox {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** The boxes within a range; null when one exceeds it. */
export function boxesIn(bytes: Uint8Array, from: number, to: number): IsoBox[] | null {
  const view = viewOf(bytes);
  const boxes: IsoBox[] = [];
  for (let at = from; at < to; ) {
    if (at + 8 > to) return null;
    const short = view.getUint32(at);
    const isLong = short === 1;
    if (isLong && at + 16 > to) return null;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    const content = at + (isLong ? 16 : 8);
    if (size < content - at || at + size > to) return null;
    boxes.push({ type: ascii(bytes, at + 4, 4), start: at, content, end: at + size });
    at += size;
  }
  return boxes;
}

/**
 * The boxes at a path such as meta/iprp/ipco/ispe; `meta` is a full box: version and flags precede
 * its content.
 */
export function boxesAt(
  bytes: Uint8Array,
  path: readonly string[],
  from = 0,
  to = bytes.length,
): IsoBox[] {
  const [type, ...rest] = path;
  const found = (boxesIn(bytes, from, to) ?? []).filter((box) => box.type === type);
  if (rest.length === 0) return found;
  return found.flatMap((box) =>
    boxesAt(bytes, rest, box.content + (box.type === "meta" ? 4 : 0), box.end),
  );
}
