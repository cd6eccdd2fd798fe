import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { PICTURE_TYPES, pictureKindOf, stripMetadata } from "../media/strip-metadata";
import { settingsOf } from "../settings/platform-settings.server";

const MB = 1_048_576;

export type EventMedia = "picture" | "video";

/** The largest files that an event may have, bytes (decisions.md §7, storage). */
export async function eventMediaLimits(deps: Pick<Deps, "db" | "memo">): Promise<Record<EventMedia, number>> {
  const { storage } = await settingsOf(deps);
  return { picture: storage.maxImageSizeMb * MB, video: storage.maxVideoSizeMb * MB };
}

const ascii = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));

/** What a film is, by its first bytes (ISO/IEC 14496-12 §4.3, Matroska §11.1); null for all else. */
function videoKindOf(bytes: Uint8Array): "mp4" | "webm" | null {
  if (ascii(bytes, 4, 4) === "ftyp" && ascii(bytes, 8, 2) !== "qt") return "mp4";
  return ascii(bytes, 0, 4) === "\x1a\x45\xdf\xa3" ? "webm" : null;
}

/**
 * Stores a picture or film that somebody sends along with an event, pictures without what the camera wrote into them.
 * @returns its address, for `imageUrl` or `videoUrl`
 * @throws AppError("invalid") with an issue at `picture` or `video` for what is none, too large or broken
 */
export async function storeEventMedia(deps: Deps, actor: Actor, kind: EventMedia, bytes: Uint8Array): Promise<string> {
  assertCan(actor, "event:create");
  const refused = (message: string) => new AppError("invalid", [{ path: kind, message }]);
  if (bytes.length > (await eventMediaLimits(deps))[kind]) throw refused(`errors:issue.${kind}Size`);
  const address = (ending: string) => `events/${actor.id}/${deps.ids.next()}.${ending}`;
  if (kind === "video") {
    const ending = videoKindOf(bytes);
    if (ending === null) throw refused("errors:issue.videoType");
    const key = address(ending);
    await deps.media.put(key, bytes, `video/${ending}`);
    return paths.media(key);
  }
  const ending = pictureKindOf(bytes);
  if (ending === null) throw refused("errors:issue.pictureType");
  const clean = stripMetadata(bytes, ending);
  if (clean === null) throw refused("errors:issue.pictureBroken");
  const key = address(ending);
  await deps.media.put(key, clean, PICTURE_TYPES[ending]);
  return paths.media(key);
}
