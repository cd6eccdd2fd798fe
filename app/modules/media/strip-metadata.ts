/** Kinds of pictures that may be uploaded, by the ending of their files. */
export type PictureKind = "jpg" | "png" | "webp";

export const PICTURE_TYPES: Record<PictureKind, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" };

const ascii = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));

/** What a picture is, by its first bytes: names and declared types may say anything (ASVS 5.2.2). Null for all else. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  return ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP" ? "webp" : null;
}

/**
 * The picture without what cameras and programs write beside it: place, time, device, names, previews. Pixels and
 * colour profile stay. Null where the file is broken: what cannot be read through may hide anything.
 */
export function stripMetadata(bytes: Uint8Array, kind: PictureKind): Uint8Array | null {
  const parts = { jpg: jpegParts, png: pngParts, webp: webpParts }[kind](bytes);
  return parts && join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;

/** Of application segments only those that change how pixels look: JFIF, the colour profile and Adobe's transform. */
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

/** ITU-T T.81, annex B. What follows the end of the image (previews, films) is left out. */
function jpegParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 2)];
  const view = viewOf(bytes);
  let hasScan = false;
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
    at = end;
  }
  return null;
}

/** Where the next marker stands: in a scan, 0xFF 0x00 is a byte of data and 0xFF 0xD0–0xD7 a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Chunks that change how pixels look; texts, times and EXIF are not among them (PNG, third edition, 11.3). */
const PNG_KEPT = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"],
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
