import * as v from "valibot";
import { webUrl } from "../../lib/http/web-url";
import type { FramedPicture } from "../../lib/pages/views";
import { paths } from "../../lib/paths";

const LENGTH_MAX = 2_000;

/** A file that was uploaded here, or one elsewhere by https, as the policy of our pages allows. */
export const FileAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LENGTH_MAX, "errors:issue.tooLong"),
  v.check(
    (text) =>
      /^\/media\/([a-z0-9_-]+\/)*[a-z0-9_-]+\.[a-z0-9]+$/.test(text) ||
      webUrl(text)?.protocol === "https:",
    "errors:issue.fileAddress",
  ),
);

/** The drawing that stands in answers where there is no picture. */
const isDrawing = (address: string): boolean =>
  (webUrl(address)?.pathname ?? address).startsWith("/covers/");

/** A picture as answers carry it: a drawing of ours is none. */
export const PictureInput = v.pipe(
  v.string(),
  v.transform((address) => (isDrawing(address) ? null : address)),
  v.nullable(FileAddress),
);

/** Accepted uploads by file extension. */
export const FILE_TYPES = {
  jpg: { contentType: "image/jpeg", kind: "picture" },
  png: { contentType: "image/png", kind: "picture" },
  webp: { contentType: "image/webp", kind: "picture" },
  gif: { contentType: "image/gif", kind: "picture" },
  avif: { contentType: "image/avif", kind: "picture" },
  mp4: { contentType: "video/mp4", kind: "video" },
  webm: { contentType: "video/webm", kind: "video" },
} as const satisfies Record<string, { contentType: string; kind: "picture" | "video" }>;
export type FileType = keyof typeof FILE_TYPES;
export type VideoType = "mp4" | "webm";
export type PictureType = Exclude<FileType, VideoType>;
/** Length of a file's prefix that decides its type. */
export const SIGNATURE_BYTES = 256;
export const isVideo = (type: FileType): type is VideoType => FILE_TYPES[type].kind === "video";

/** Pieces of a file in one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const ascii = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
export const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Brands of MP4 that browsers play (ISO/IEC 14496-12, mp4ra.org); QuickTime's own and HEIC are not
 * among them.
 */
const MP4_BRANDS = new Set([
  "isom",
  "iso2",
  "iso4",
  "iso5",
  "iso6",
  "mp41",
  "mp42",
  "avc1",
  "M4V ",
  "dash",
  "MSNV",
]);

/** The brands in a file of the ISO base media format, the major one first. */
function brandsOf(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || ascii(bytes, 4, 4) !== "ftyp") return [];
  const size = Math.min(viewOf(bytes).getUint32(0), bytes.length, 256);
  const brands = [ascii(bytes, 8, 4)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(ascii(bytes, at, 4));
  return brands;
}

/**
 * A file's type by its first bytes, since names and declared types are untrusted (ASVS 5.2.2). Null
 * for others.
 */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP") return "webp";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "gif";
  if (ascii(bytes, 0, 4) === "\x1a\x45\xdf\xa3")
    return ascii(bytes, 0, 64).includes("\x42\x82\x84webm") ? "webm" : null;
  const [major, ...others] = brandsOf(bytes);
  if (major === undefined) return null;
  if (major === "avif" || major === "avis" || (major === "mif1" && others.includes("avif")))
    return "avif";
  return MP4_BRANDS.has(major) ? "mp4" : null;
}

/** The key in one of our media URLs; null for any other URL. */
export const mediaKeyOf = (address: string | null): string | null =>
  address?.startsWith(paths.media("")) ? address.slice(paths.media("").length) : null;

/**
 * An address that a page may show as a picture: a file of ours, never one elsewhere (decisions.md
 * §16). Null for any other.
 */
export const shownPicture = (address: string | null): string | null =>
  mediaKeyOf(address) === null ? null : address;

/** One of our pictures with the part to keep when it is cropped; null for any other URL. */
export function framedPicture({
  imageUrl,
  imageFocus,
}: {
  imageUrl: string | null;
  imageFocus: string;
}): FramedPicture | null {
  const src = shownPicture(imageUrl);
  return src === null ? null : { src, focus: imageFocus === "center" ? undefined : imageFocus };
}
