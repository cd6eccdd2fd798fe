import { boxesAt, boxesIn } from "./iso-boxes";
import { ascii, viewOf } from "./media-files";

/** Keeps the pictures and zeroes EXIF and XMP items (ISO/IEC 14496-12 §8.11). */
export function blankAvif(bytes: Uint8Array): boolean {
  try {
    const [meta] = boxesAt(bytes, ["meta"]);
    if (!boxesIn(bytes, 0, bytes.length) || !meta) return false;
    const notes = new Set(itemsOfNotes(bytes));
    for (const { id, start, end } of extentsOf(bytes)) {
      if (end > bytes.length) return false;
      if (notes.has(id)) bytes.fill(0, start, end);
    }
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function itemsOfNotes(bytes: Uint8Array): number[] {
  const view = viewOf(bytes);
  return boxesAt(bytes, ["meta", "iinf"]).flatMap(({ content, end }) =>
    (boxesIn(bytes, content + (view.getUint8(content) === 0 ? 6 : 8), end) ?? [])
      .filter(({ type }) => type === "infe")
      .flatMap((item) => {
        const isWide = view.getUint8(item.content) >= 3;
        const type = ascii(bytes, item.content + (isWide ? 10 : 8), 4);
        return type === "Exif" || type === "mime"
          ? [isWide ? view.getUint32(item.content + 4) : view.getUint16(item.content + 4)]
          : [];
      }),
  );
}

/** The extents of a file's items: in the file, or in the item data box. */
function extentsOf(bytes: Uint8Array): { id: number; start: number; end: number }[] {
  const view = viewOf(bytes);
  const [iloc] = boxesAt(bytes, ["meta", "iloc"]);
  const [idat] = boxesAt(bytes, ["meta", "idat"]);
  if (!iloc) return [];
  const version = view.getUint8(iloc.content);
  let at = iloc.content + 4;
  const number = (size: number): number => {
    const value =
      size === 0
        ? 0
        : size === 2
          ? view.getUint16(at)
          : size === 4
            ? view.getUint32(at)
            : Number(view.getBigUint64(at));
    at += size;
    return value;
  };
  const sizes = number(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version > 0 ? sizes & 15 : 0,
  ];
  const extents: { id: number; start: number; end: number }[] = [];
  for (let left = number(version < 2 ? 2 : 4); left > 0; left--) {
    const id = number(version < 2 ? 2 : 4);
    const method = version > 0 ? number(2) & 15 : 0;
    at += 2;
    const base = number(baseSize);
    for (let extent = number(2); extent > 0; extent--) {
      if (version > 0) number(indexSize);
      const start = base + number(offsetSize) + (method === 1 ? (idat?.content ?? 0) : 0);
      extents.push({ id, start, end: start + number(lengthSize) });
    }
  }
  return extents;
}
