import { boxesAt } from "./iso-boxes";
import { ascii, type PictureType, viewOf } from "./media-files";

/** Width and height as a picture's own header has them, pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * A picture's size by its header; null when unreadable. Nothing is decoded, since the limit guards
 * the decoder.
 */
export function pictureSize(bytes: Uint8Array, type: PictureType): PictureSize | null {
  try {
    const size = { jpg: jpegSize, png: pngSize, webp: webpSize, gif: gifSize, avif: avifSize }[
      type
    ](bytes);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Frame headers, SOF0 to SOF15, without the three of their range that are something else (ITU-T
 * T.81, table B.1).
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Uint8Array): PictureSize | null {
  const view = viewOf(bytes);
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === 0xda) return null;
    else at += 2 + Math.max(view.getUint16(at + 2), 2);
  }
  return null;
}

function pngSize(bytes: Uint8Array): PictureSize {
  const view = viewOf(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(bytes: Uint8Array): PictureSize {
  const view = viewOf(bytes);
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** RFC 9649 §2.5 to 2.7: in the extended header, else in the frame itself. */
function webpSize(bytes: Uint8Array): PictureSize | null {
  const view = viewOf(bytes);
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  switch (ascii(bytes, 12, 4)) {
    case "VP8X":
      return { width: three(24) + 1, height: three(27) + 1 };
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** The largest of the items that it holds (ISO/IEC 23008-12 §6.5.3). */
function avifSize(bytes: Uint8Array): PictureSize | null {
  const view = viewOf(bytes);
  const sizes = boxesAt(bytes, ["meta", "iprp", "ipco", "ispe"]).map(({ content }) => ({
    width: view.getUint32(content + 4),
    height: view.getUint32(content + 8),
  }));
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}
