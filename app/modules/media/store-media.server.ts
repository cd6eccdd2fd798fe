import type { Deps } from "../../lib/deps";
import { AppError, isRefusal, tooLarge } from "../../lib/errors";
import type { PictureCopies } from "../../lib/media-deps";
import {
  COPY_FORMATS,
  copyKeys,
  copyOf,
  copyWidths,
  factsSuffix,
  type PictureFacts,
} from "../../lib/pages/picture-copies";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import {
  claimMedia,
  invalidFile,
  newMediaKey,
  releaseMedia,
  type StoredMedia,
} from "./claim-media.server";
import {
  ascii,
  FILE_TYPES,
  type FileType,
  fileTypeOf,
  isVideo,
  type PictureType,
} from "./media-files";
import { type PictureSize, pictureSize } from "./picture-size";
import { receiveVideo } from "./receive-video.server";
import { type MediaKind, maxMediaSize } from "./storage-limits.server";
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

/** A small file may unfold into a picture that no phone can hold (ASVS 5.2.6). Pixels. */
const MAX_PIXELS = 40_000_000;

type PictureKind = Exclude<MediaKind, "video">;

const PICTURES: readonly FileType[] = ["jpg", "png", "webp", "gif", "avif"];
const TYPES: Record<PictureKind, readonly FileType[]> = {
  avatar: ["jpg", "png", "webp"],
  picture: PICTURES,
  editorial: PICTURES,
};

/**
 * Checks an uploaded file by its bytes: type, size and metadata.
 * @returns the picture without place, device and names (ASVS 14.2.8), scaled down for pages
 */
async function checkPicture(
  deps: Deps,
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<{ type: PictureType; bytes: Uint8Array<ArrayBuffer> }> {
  if (bytes.length === 0) throw invalidFile("errors:issue.noFile");
  const max = await maxMediaSize(deps, kind);
  if (bytes.length > max) throw tooLarge(max, "file");
  const type = fileTypeOf(bytes);
  if (type === null || isVideo(type) || !TYPES[kind].includes(type))
    throw new AppError("unsupported-type", [
      {
        path: "file",
        message: kind === "avatar" ? "errors:issue.pictureType" : "errors:issue.imageType",
      },
    ]);
  const size = pictureSize(bytes, type);
  if (!size) throw invalidFile("errors:issue.pictureBroken");
  if (size.width * size.height > MAX_PIXELS) throw invalidFile("errors:issue.picturePixels");
  const clean = stripMetadata(bytes, type);
  if (!clean) throw invalidFile("errors:issue.pictureBroken");
  return shrinkPicture(deps, { type, bytes: clean }, size);
}

/**
 * Stores a picture and its copies within its owner's quota; videos go through `receiveVideo`.
 * @throws AppError("too-large"), AppError("unsupported-type"), or AppError("invalid") for a broken
 * file, too many pixels or a full quota; each with an issue at `file`
 */
export async function storeMedia(
  deps: Deps,
  actor: Actor,
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<StoredMedia> {
  assertCan(actor, "media:upload");
  return storePicture(deps, actor.id, bytes, kind);
}

/** `storeMedia` for files that the product fetched for a user. @param ownerId owner of the file */
export async function storePicture(
  deps: Deps,
  ownerId: string,
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<StoredMedia> {
  const { type, bytes: small } = await checkPicture(deps, bytes, kind);
  const owner = { id: ownerId };
  const copies = kind === "avatar" ? null : await copyPicture(deps, { type, bytes: small });
  const stored = {
    ...newMediaKey(deps, owner, kind, type, copies ? factsSuffix(copies) : ""),
    bytes: small.byteLength,
    contentType: FILE_TYPES[type].contentType,
  };
  const files = copies?.files ?? [];
  await claimMedia(deps, owner, kind, {
    ...stored,
    bytes: files.reduce((sum, { bytes: { byteLength } }) => sum + byteLength, stored.bytes),
  });
  try {
    await Promise.all([
      deps.media.put(stored.key, small, stored.contentType),
      ...files.map((file) =>
        deps.media.put(
          copyOf(stored.key, file.width, file.format),
          file.bytes,
          `image/${file.format}`,
        ),
      ),
    ]);
  } catch (error) {
    await deps.media.delete([stored.key, ...copyKeys(stored.key)]);
    await releaseMedia(deps, [stored.key]);
    throw error;
  }
  return stored;
}

export type EventMedia = "picture" | "video";

/**
 * A form is held whole, several times over while it is read, and a Worker has 128 MB: larger films
 * come by the API.
 */
export const FORM_VIDEO_MAX_MB = 16;

/** The largest files that may come with a form, bytes (decisions.md §7, storage). */
export async function formMediaLimits(
  deps: Pick<Deps, "db" | "memo">,
): Promise<Record<EventMedia, number>> {
  const [picture, video] = await Promise.all([
    maxMediaSize(deps, "picture"),
    maxMediaSize(deps, "video"),
  ]);
  return { picture, video: Math.min(video, FORM_VIDEO_MAX_MB * 1_048_576) };
}

/**
 * Stores an event's uploaded picture or video. @returns its address, for `imageUrl` or `videoUrl`
 * @throws AppError("invalid") with an issue at `picture` or `video` when it cannot be stored
 */
export async function storeEventMedia(
  deps: Deps,
  actor: Actor,
  kind: EventMedia,
  file: Blob,
): Promise<string> {
  assertCan(actor, "event:create");
  try {
    const stored =
      kind === "video"
        ? await receiveVideo(deps, actor, file.stream())
        : await storeMedia(deps, actor, new Uint8Array(await file.arrayBuffer()), kind);
    return paths.media(stored.key);
  } catch (error) {
    if (!isRefusal(error) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map((issue) => ({ ...issue, path: kind })),
    );
  }
}
