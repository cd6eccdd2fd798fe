import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { receiveVideo } from "./receive-video.server";
import { maxMediaSize } from "./storage-limits.server";
import { storeMedia } from "./store-media.server";

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
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map((issue) => ({ ...issue, path: kind })),
    );
  }
}
