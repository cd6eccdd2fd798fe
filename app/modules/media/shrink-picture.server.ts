import type { Deps } from "../../lib/deps";
import type { PictureCopies } from "../../lib/media-deps";
import { COPY_FORMATS, copyWidths, type PictureFacts } from "../../lib/pages/picture-copies";
import { ascii, FILE_TYPES, fileTypeOf, isVideo, type PictureType } from "./media-files";
import { type PictureSize, pictureSize } from "./picture-size";
import { stripMetadata, withOrientation, withoutOrientation } from "./strip-metadata";

/** The longer side of a stored picture, pixels: no place shows more. */
const SIDE = 1_600;

interface CleanPicture {
  type: PictureType;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Scales a picture down for pages. Animations, and pictures that this deployment cannot decode,
 * stay as they are: cleaned and within the limits. @param size by its header
 */
export async function shrinkPicture(
  deps: Pick<Deps, "pictures">,
  picture: CleanPicture,
  size: PictureSize,
): Promise<CleanPicture> {
  if (Math.max(size.width, size.height) <= SIDE || isAnimated(picture)) return picture;
  const { bytes, orientation } =
    picture.type === "jpg"
      ? withoutOrientation(picture.bytes)
      : { bytes: picture.bytes, orientation: null };
  const shrunk = await deps.pictures.shrink(
    { bytes, contentType: FILE_TYPES[picture.type].contentType, ...size },
    SIDE,
  );
  const small = shrunk && cleaned(shrunk);
  if (!small) return picture;
  // The decoder keeps the orientation, so viewers must still apply it.
  return orientation !== null && small.type === "jpg"
    ? { ...small, bytes: withOrientation(small.bytes, orientation) }
    : small;
}

/** Orientations that swap the sides begin with 5 (Exif 2.32, tag 274). */
const SWAPPED = 5;

/**
 * Makes the copies of a stored picture, upright. @returns null for animations and for what this
 * deployment cannot decode, which is shown as it is
 */
export async function copyPicture(
  deps: Pick<Deps, "pictures">,
  picture: CleanPicture,
): Promise<(PictureFacts & PictureCopies) | null> {
  const size = pictureSize(picture.bytes, picture.type);
  if (!size || Math.max(size.width, size.height) > SIDE || isAnimated(picture)) return null;
  const orientation =
    (picture.type === "jpg" && withoutOrientation(picture.bytes).orientation) || 1;
  const shown = orientation < SWAPPED ? size : { width: size.height, height: size.width };
  const { bytes, type } = picture;
  const copies = await deps.pictures.copies(
    { bytes, contentType: FILE_TYPES[type].contentType, ...size },
    copyWidths(shown.width),
    orientation !== 1,
  );
  return (
    copies && {
      ...shown,
      ...copies,
      formats: COPY_FORMATS.filter((format) => copies.files.some((file) => file.format === format)),
    }
  );
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
