import type { Deps } from "../../lib/deps";
import { ascii, FILE_TYPES, fileTypeOf, isVideo, type PictureType } from "./file-types";
import { type PictureSize, pictureSize } from "./picture-size";
import { stripMetadata, withOrientation, withoutOrientation } from "./strip-metadata";

/** The longer side of a stored picture, pixels: no place shows more. */
const SIDE = 1_600;

interface CleanPicture {
  type: PictureType;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Scales a picture down for pages. Animations, and pictures that this deployment cannot decode, stay as they are:
 * cleaned and within the limits. @param size by its header
 */
export async function shrinkPicture(deps: Pick<Deps, "pictures">, picture: CleanPicture, size: PictureSize): Promise<CleanPicture> {
  if (Math.max(size.width, size.height) <= SIDE || isAnimated(picture)) return picture;
  const { bytes, orientation } = picture.type === "jpg" ? withoutOrientation(picture.bytes) : { bytes: picture.bytes, orientation: null };
  const shrunk = await deps.pictures.shrink({ bytes, contentType: FILE_TYPES[picture.type].contentType, ...size }, SIDE);
  const small = shrunk && cleaned(shrunk);
  if (!small) return picture;
  // The decoder keeps the orientation, so viewers must still apply it.
  return orientation !== null && small.type === "jpg" ? { ...small, bytes: withOrientation(small.bytes, orientation) } : small;
}

/** The cleaned result, if it is a picture of the requested size. */
function cleaned(bytes: Uint8Array): CleanPicture | null {
  const type = fileTypeOf(bytes);
  if (type === null || isVideo(type)) return null;
  const size = pictureSize(bytes, type);
  const clean = stripMetadata(bytes, type);
  return size && clean && Math.max(size.width, size.height) <= SIDE ? { type, bytes: clean } : null;
}

function isAnimated({ type, bytes }: CleanPicture): boolean {
  if (type === "gif") return true;
  // "There are frames" in the flags of VP8X (RFC 9649 §2.7).
  if (type === "webp") return ascii(bytes, 12, 4) === "VP8X" && ((bytes[20] ?? 0) & 2) !== 0;
  // acTL precedes the pixels, and IHDR is 25 bytes long (PNG, third edition, 11.3.7).
  return type === "png" && ascii(bytes, 8, 1_000).includes("acTL");
}
