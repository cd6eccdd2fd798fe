import type { Deps } from "../../lib/deps";
import { AppError, tooLarge } from "../../lib/errors";
import { chunksOf } from "../../lib/http/byte-streams";
import type { MediaUpload } from "../../lib/media-deps";
import { type Actor, assertCan } from "../../lib/permissions";
import {
  claimMedia,
  invalidFile,
  newMediaKey,
  releaseMedia,
  type StoredMedia,
} from "./claim-media.server";
import { FILE_TYPES, fileTypeOf, isVideo, joinBytes, SIGNATURE_BYTES } from "./media-files";
import { maxMediaSize, storageQuota } from "./storage-limits.server";
import { createVideoFilter, type VideoFilter } from "./video-filter";

/** A film on its way to the store. */
interface Coming {
  upload: MediaUpload;
  filter: VideoFilter;
  stored: StoredMedia;
}

async function begin(deps: Deps, actor: Actor, head: Uint8Array): Promise<Coming> {
  const type = fileTypeOf(head);
  if (type === null || !isVideo(type))
    throw new AppError("unsupported-type", [{ path: "file", message: "errors:issue.videoType" }]);
  const { contentType } = FILE_TYPES[type];
  const stored = { ...newMediaKey(deps, actor, "video", type), bytes: 0, contentType };
  return {
    upload: await deps.media.upload(stored.key, contentType),
    filter: createVideoFilter(type),
    stored,
  };
}

async function passOn({ upload, stored }: Coming, parts: Uint8Array[] | null): Promise<void> {
  if (!parts) throw invalidFile("errors:issue.videoBroken");
  for (const part of parts) {
    await upload.write(part);
    stored.bytes += part.length;
  }
}

/**
 * Stores a video as a stream, since a Worker cannot hold one (128 MB). Type and size are found on
 * the way, and camera metadata is removed. An invalid file is not stored.
 * @throws AppError("too-large"), AppError("unsupported-type"), or AppError("invalid") for a broken
 * file or a full quota; each with an issue at `file`
 */
export async function receiveVideo(
  deps: Deps,
  actor: Actor,
  film: ReadableStream | null,
): Promise<StoredMedia> {
  assertCan(actor, "media:upload");
  const [max, { usedBytes, quotaBytes }] = await Promise.all([
    maxMediaSize(deps, "video"),
    storageQuota(deps, actor, actor.id),
  ]);
  let coming: Coming | null = null;
  let head: Uint8Array = new Uint8Array();
  let size = 0;
  try {
    for await (const chunk of chunksOf(film)) {
      size += chunk.byteLength;
      if (size > max) throw tooLarge(max, "file");
      // An early check; the claim below decides.
      if (usedBytes + size > quotaBytes) throw invalidFile("errors:issue.quota");
      if (coming) await passOn(coming, coming.filter.push(chunk));
      else {
        head = joinBytes([head, chunk]);
        if (head.length < SIGNATURE_BYTES) continue;
        coming = await begin(deps, actor, head);
        await passOn(coming, coming.filter.push(head));
      }
    }
    if (size === 0) throw invalidFile("errors:issue.noFile");
    if (!coming) {
      coming = await begin(deps, actor, head);
      await passOn(coming, coming.filter.push(head));
    }
    await passOn(coming, coming.filter.end());
    await claimMedia(deps, actor, "video", coming.stored);
  } catch (error) {
    await coming?.upload.abort();
    throw error;
  }
  const { upload, stored } = coming;
  try {
    await upload.complete();
  } catch (error) {
    await releaseMedia(deps, [stored.key]);
    throw error;
  }
  return stored;
}
