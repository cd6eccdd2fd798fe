import { boxesAt, boxesIn } from "./iso-boxes";
import { ascii, joinBytes, type PictureType, viewOf } from "./media-files";

/** Keeps the pictures and zeroes EXIF and XMP items (ISO/IEC 14496-12 §8.11). */
function blankAvif(bytes: Uint8Array): boolean {
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

/**
 * Removes metadata: place, time, device, names, previews. Keeps pixels, colour profile and
 * orientation. Null for a broken file, whose unparsed parts may hide metadata.
 */
export function stripMetadata(
  bytes: Uint8Array,
  type: PictureType,
): Uint8Array<ArrayBuffer> | null {
  if (type === "avif") {
    // The index refers to positions in the file, so removed parts are blanked in place.
    const copy = Uint8Array.from(bytes);
    return blankAvif(copy) ? copy : null;
  }
  const parts = { jpg: jpegParts, png: pngParts, webp: webpParts, gif: gifParts }[type](bytes);
  return parts && joinBytes(parts);
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;

/**
 * Of application segments only those that change how pixels look: JFIF, the colour profile and
 * Adobe's transform.
 */
function isJpegMetadata(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return true;
  if (marker < 0xe0 || marker > 0xef) return false;
  const name = ascii(segment, 4, 12);
  return !(
    (marker === 0xe0 && name.startsWith("JFIF\0")) ||
    (marker === 0xe2 && name.startsWith("ICC_PROFILE\0")) ||
    (marker === 0xee && name.startsWith("Adobe"))
  );
}

const APPLICATION_1 = 0xe1;
const ORIENTATION = 0x0112;

/** The orientation in an EXIF segment, 1 to 8 (Exif 3.0 §4.6.5.1.6); null for none. */
function orientationIn(segment: Uint8Array): number | null {
  const TIFF = 10;
  if (ascii(segment, 4, 6) !== "Exif\0\0" || segment.length < TIFF + 8) return null;
  const view = viewOf(segment);
  const isLittle = ascii(segment, TIFF, 2) === "II";
  if (!isLittle && ascii(segment, TIFF, 2) !== "MM") return null;
  const directory = TIFF + view.getUint32(TIFF + 4, isLittle);
  if (directory + 2 > segment.length) return null;
  const count = view.getUint16(directory, isLittle);
  for (
    let entry = directory + 2;
    entry + 12 <= segment.length && entry < directory + 2 + count * 12;
    entry += 12
  ) {
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** A JPEG without its orientation, and the orientation alone; null where there is none. */
export function withoutOrientation(bytes: Uint8Array): {
  bytes: Uint8Array<ArrayBuffer>;
  orientation: number | null;
} {
  let orientation: number | null = null;
  const parts = jpegParts(bytes) ?? [bytes];
  const kept = parts.filter((part) => {
    if (part[0] !== 0xff || part[1] !== APPLICATION_1) return true;
    orientation = orientationIn(part);
    return false;
  });
  return { bytes: joinBytes(kept), orientation };
}

/** A JPEG with its orientation. @param orientation 1 to 8 */
export const withOrientation = (bytes: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> =>
  joinBytes([bytes.subarray(0, 2), orientationSegment(orientation), bytes.subarray(2)]);

/** An EXIF segment with the orientation only. */
const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([
    ...[0xff, APPLICATION_1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    // A big-endian TIFF with one directory at 8 with one SHORT.
    ...[
      0x4d,
      0x4d,
      0,
      42,
      0,
      0,
      0,
      8,
      0,
      1,
      ORIENTATION >> 8,
      ORIENTATION & 255,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      orientation,
      0,
      0,
      0,
      0,
      0,
      0,
    ],
  ]);

/** ITU-T T.81, annex B. Drops data after the end of the image (previews, videos). */
function jpegParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 2)];
  const view = viewOf(bytes);
  let hasScan = false;
  let isTurned = false;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return hasScan ? [...parts, bytes.subarray(at, at + 2)] : null;
    if (at + 4 > bytes.length) return null;
    const length = view.getUint16(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (marker === START_OF_SCAN) {
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    const segment = bytes.subarray(at, end);
    if (!isJpegMetadata(marker, segment)) parts.push(segment);
    else if (marker === APPLICATION_1 && !isTurned) {
      const orientation = orientationIn(segment);
      isTurned = orientation !== null && orientation > 1;
      if (isTurned) parts.push(orientationSegment(orientation as number));
    }
    at = end;
  }
  return null;
}

/** Position of the next marker: in a scan, 0xFF 0x00 is data and 0xFF 0xD0–0xD7 a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * Chunks that change how pixels look; texts, times and EXIF are not among them (PNG, third edition,
 * 11.3).
 */
const PNG_KEPT = new Set([
  ...[
    "IHDR",
    "PLTE",
    "IDAT",
    "IEND",
    "tRNS",
    "cHRM",
    "gAMA",
    "iCCP",
    "sBIT",
    "sRGB",
    "cICP",
    "bKGD",
    "pHYs",
    "acTL",
    "fcTL",
    "fdAT",
  ],
]);

function pngParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 8)];
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    const type = ascii(bytes, at + 4, 4);
    if (end > bytes.length || (at === 8 && type !== "IHDR")) return null;
    if (PNG_KEPT.has(type)) parts.push(bytes.subarray(at, end));
    if (type === "IEND") return parts;
    at = end;
  }
  return null;
}

const WEBP_KEPT = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** "There is EXIF" and "there is XMP" in the flags of VP8X (RFC 9649 §2.7). */
const WEBP_METADATA_FLAGS = 0b1100;

function webpParts(bytes: Uint8Array): Uint8Array[] | null {
  const view = viewOf(bytes);
  if (bytes.length < 20) return null;
  const total = 8 + view.getUint32(4, true);
  if (total > bytes.length) return null;
  const parts: Uint8Array[] = [];
  let hasPixels = false;
  for (let at = 12; at + 8 <= total; ) {
    const size = view.getUint32(at + 4, true);
    // Chunks fill up to an even length.
    const end = at + 8 + size + (size % 2);
    if (end > total) return null;
    const type = ascii(bytes, at, 4);
    hasPixels ||= type === "VP8 " || type === "VP8L" || type === "ANMF";
    if (WEBP_KEPT.has(type)) {
      const chunk = bytes.slice(at, end);
      if (type === "VP8X" && size > 0) chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA_FLAGS;
      parts.push(chunk);
    }
    at = end;
  }
  if (!hasPixels) return null;
  const header = bytes.slice(0, 12);
  viewOf(header).setUint32(4, 4 + parts.reduce((sum, { length }) => sum + length, 0), true);
  return [header, ...parts];
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;
const GIF_COMMENT = 0xfe;
const GIF_APPLICATION = 0xff;
const GIF_PLAIN_TEXT = 0x01;

/** Length of a colour table by the flags before it (GIF89a §18, §20). */
const tableLength = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * GIF89a: removes comments and application blocks, except the one with the number of repeats.
 */
function gifParts(bytes: Uint8Array): Uint8Array[] | null {
  if (bytes.length < 13) return null;
  const first = 13 + tableLength(bytes[10] ?? 0);
  if (first > bytes.length) return null;
  const parts = [bytes.subarray(0, first)];
  let hasPixels = false;
  for (let at = first; at < bytes.length; ) {
    const kind = bytes[at];
    if (kind === GIF_TRAILER) return hasPixels ? [...parts, bytes.subarray(at, at + 1)] : null;
    if (kind !== GIF_EXTENSION && kind !== GIF_IMAGE) return null;
    const blocks = kind === GIF_IMAGE ? at + 11 + tableLength(bytes[at + 9] ?? 0) : at + 2;
    const end = endOfBlocks(bytes, blocks);
    if (end === null) return null;
    const label = kind === GIF_EXTENSION ? bytes[at + 1] : undefined;
    const isLoop =
      label === GIF_APPLICATION && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(ascii(bytes, at + 3, 11));
    const isMetadata =
      label === GIF_COMMENT || label === GIF_PLAIN_TEXT || (label === GIF_APPLICATION && !isLoop);
    if (!isMetadata) parts.push(bytes.subarray(at, end));
    hasPixels ||= kind === GIF_IMAGE;
    at = end;
  }
  return null;
}

/** Behind the empty block that ends a row of them; null where the file ends first. */
function endOfBlocks(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
  return null;
}
