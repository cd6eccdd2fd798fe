import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { readStream } from "../../lib/http/byte-streams";
import { fetchPublic } from "../../lib/http/fetch-public.server";
import { paths } from "../../lib/paths";
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
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
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
    if (!(error instanceof AppError)) throw error;
    throw refused("errors:issue.pictureUnreachable");
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw refused("errors:issue.pictureUnreachable");
  }
  return readStream(response.body, maxBytes).catch((error: unknown) => {
    throw refused(
      error instanceof AppError && error.code === "too-large"
        ? "errors:issue.pictureSize"
        : "errors:issue.pictureUnreachable",
    );
  });
}
