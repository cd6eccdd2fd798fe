import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { maxMediaSize, storeMedia } from "../media/store-media.server";

export type EventMedia = "picture" | "video";

/** The largest files that an event may have, bytes (decisions.md §7, storage). */
export async function eventMediaLimits(deps: Pick<Deps, "db" | "memo">): Promise<Record<EventMedia, number>> {
  return { picture: await maxMediaSize(deps, "picture"), video: await maxMediaSize(deps, "video") };
}

/**
 * Stores a picture or film that somebody sends along with an event. @returns its address, for `imageUrl` or `videoUrl`
 * @throws AppError("invalid") with an issue at `picture` or `video` for whatever keeps it from being stored
 */
export async function storeEventMedia(deps: Deps, actor: Actor, kind: EventMedia, bytes: Uint8Array): Promise<string> {
  assertCan(actor, "event:create");
  try {
    return paths.media((await storeMedia(deps, actor, bytes, kind)).key);
  } catch (error) {
    if (!(error instanceof AppError) || error.issues.length === 0) throw error;
    throw new AppError(
      "invalid",
      error.issues.map((issue) => ({ ...issue, path: kind })),
    );
  }
}
