import { remotePictures } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError, isRefusal } from "../../lib/errors";
import { readStream } from "../../lib/http/byte-streams";
import { fetchPublic } from "../../lib/http/fetch-public.server";
import type { RemotePicture } from "../../lib/media-deps";
import { paths } from "../../lib/paths";
import { mediaKeyOf } from "./media-files";
import { type MediaKind, maxMediaSize } from "./storage-limits.server";
import { storePicture } from "./store-media.server";

const ACCEPTED = "image/avif, image/webp, image/png, image/jpeg, image/gif";
const refused = (message: string) => new AppError("invalid", [{ path: "imageUrl", message }]);

/**
 * Fetches a public picture and stores it, cleaned and scaled down, so that viewers request nothing
 * from third parties (decisions.md §16). Its bytes decide the type, not its headers.
 * @param ownerId owner of the file
 * @returns its address here
 * @throws AppError("invalid") with an issue at `imageUrl` when it is unreachable, no picture, too
 * large or over the quota
 */
export async function fetchPicture(
  deps: Deps,
  ownerId: string,
  address: string,
  kind: Exclude<MediaKind, "video">,
): Promise<string> {
  const bytes = await readPicture(address, await maxMediaSize(deps, kind));
  try {
    return paths.media((await storePicture(deps, ownerId, bytes, kind)).key);
  } catch (error) {
    if (!isRefusal(error) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map((issue) => ({ ...issue, path: "imageUrl" })),
    );
  }
}

async function readPicture(address: string, maxBytes: number): Promise<Uint8Array> {
  const { response } = await fetchPublic(address, {
    accept: ACCEPTED,
    agent: "Rooydad-Pictures/1.0",
  }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    throw refused("errors:issue.pictureUnreachable");
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw refused("errors:issue.pictureUnreachable");
  }
  return readStream(response.body, maxBytes).catch((error: unknown) => {
    const issue = isRefusal(error, "too-large") && error.sentence;
    throw issue
      ? new AppError("invalid", [{ path: "imageUrl", ...issue }])
      : refused("errors:issue.pictureUnreachable");
  });
}

/** Whether an address is that of a picture which is not stored here. */
export const isRemotePicture = (address: string | null): address is string =>
  address !== null && mediaKeyOf(address) === null;

/**
 * A statement for the batch that writes the address of a picture elsewhere down: the cron fetches
 * it (`fetchRemotePictures`).
 */
export function remotePictureStatement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  picture: RemotePicture,
) {
  const now = clock.now();
  return db
    .insert(remotePictures)
    .values({ id: ids.next(), ...picture, dueAt: now, createdAt: now })
    .onConflictDoNothing();
}
