import { ascii, viewOf } from "./file-types";
import { boxesAt, boxesIn } from "./iso-boxes";

/** Movies' own notes (user data, XMP, QuickTime's keys) become free space: nobody reads it, and no offset changes.
 * @returns whether the file could be read through */
export function blankMp4(bytes: Uint8Array): boolean {
  const top = boxesIn(bytes, 0, bytes.length);
  if (!top?.some(({ type }) => type === "moov") || !top.some(({ type }) => type === "mdat")) return false;
  const notes = [
    ...top.filter(({ type }) => ["uuid", "meta", "udta"].includes(type)),
    ...["udta", "meta", "uuid"].flatMap((type) => [
      ...boxesAt(bytes, ["moov", type]),
      ...boxesAt(bytes, ["moov", "trak", type]),
      ...boxesAt(bytes, ["moov", "trak", "mdia", type]),
    ]),
  ];
  for (const { start, content, end } of notes) {
    bytes.set([0x66, 0x72, 0x65, 0x65], start + 4);
    bytes.fill(0, content, end);
  }
  return true;
}

/** The pictures of the file stay; what its items of EXIF and XMP say is zeroed (ISO/IEC 14496-12 §8.11). */
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
        return type === "Exif" || type === "mime" ? [isWide ? view.getUint32(item.content + 4) : view.getUint16(item.content + 4)] : [];
      }),
  );
}

/** Where the items of a file stand: in the file itself, or in the box of small ones. */
function extentsOf(bytes: Uint8Array): { id: number; start: number; end: number }[] {
  const view = viewOf(bytes);
  const [iloc] = boxesAt(bytes, ["meta", "iloc"]);
  const [idat] = boxesAt(bytes, ["meta", "idat"]);
  if (!iloc) return [];
  const version = view.getUint8(iloc.content);
  let at = iloc.content + 4;
  const number = (size: number): number => {
    const value = size === 0 ? 0 : size === 2 ? view.getUint16(at) : size === 4 ? view.getUint32(at) : Number(view.getBigUint64(at));
    at += size;
    return value;
  };
  const sizes = number(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
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

const EBML_HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const ATTACHMENTS = 0x1941a469;
const VOID = 0xec;

/** An element of EBML (RFC 8794 §5, §6); `end` is null where its size is not known. */
function elementAt(bytes: Uint8Array, at: number): { id: number; content: number; end: number | null } | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23;
  const sizeAt = at + idLength;
  const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
  const content = sizeAt + sizeLength;
  if (idLength > 4 || sizeLength > 8 || content > bytes.length) return null;
  const id = bytes.subarray(at, sizeAt).reduce((sum, byte) => sum * 256 + byte, 0);
  const digits = [...bytes.subarray(sizeAt, content)];
  const isUnknown = digits.every((byte, index) => byte === (index === 0 ? 2 ** (9 - sizeLength) - 1 : 255));
  digits[0] = (digits[0] ?? 0) & (2 ** (8 - sizeLength) - 1);
  const size = digits.reduce((sum, byte) => sum * 256 + byte, 0);
  return { id, content, end: isUnknown ? null : content + size };
}

/** Tags, where places and devices stand, and attached files become void elements of the same length. */
export function blankWebm(bytes: Uint8Array): boolean {
  const header = elementAt(bytes, 0);
  if (header?.id !== EBML_HEADER || header.end === null) return false;
  const segment = elementAt(bytes, header.end);
  if (segment?.id !== SEGMENT) return false;
  let hasPixels = false;
  for (let at = segment.content; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (!element) return false;
    hasPixels ||= element.id === CLUSTER;
    // Of an unknown size are clusters that were written as they came: nothing but clusters follows.
    if (element.end === null) return hasPixels;
    if (element.end > bytes.length) return false;
    if (element.id === TAGS || element.id === ATTACHMENTS) blankElement(bytes, at, element.end);
    at = element.end;
  }
  return hasPixels;
}

function blankElement(bytes: Uint8Array, start: number, end: number): void {
  // An id of one byte leaves room for a size of up to eight.
  const sizeLength = Math.min(end - start - 1, 8);
  const size = end - start - 1 - sizeLength;
  bytes.fill(0, start, end);
  bytes[start] = VOID;
  for (let left = size, at = start + sizeLength; at > start; at--, left = Math.floor(left / 256)) bytes[at] = left % 256;
  bytes[start + 1] = (bytes[start + 1] ?? 0) | (2 ** (8 - sizeLength));
}
