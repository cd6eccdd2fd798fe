import type { Deps } from "../../lib/deps";
import { AppError, isRefusal } from "../../lib/errors";
import { copyKeys, copyOf, factsSuffix } from "../../lib/pages/picture-copies";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import {
  claimMedia,
  invalidFile,
  newMediaKey,
  releaseMedia,
  type StoredMedia,
} from "./claim-media.server";
import { FILE_TYPES, type FileType, fileTypeOf, isVideo, type PictureType } from "./media-files";
import { pictureSize } from "./picture-size";
import { receiveVideo } from "./receive-video.server";
import { copyPicture, shrinkPicture } from "./shrink-picture.server";
import { type MediaKind, maxMediaSize } from "./storage-limits.server";
import { stripMetadata } from "./strip-metadata";

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
  if (bytes.length > (await maxMediaSize(deps, kind)))
    throw new AppError("too-large", [{ path: "file", message: "errors:issue.pictureSize" }]);
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
