import type { Deps } from "../../lib/deps";
import { copyKeys } from "../../lib/pages/picture-copies";
import { releaseMedia } from "./claim-media.server";

/** Deletes files with their copies and releases their quota; ignores missing keys. */
export async function deleteMedia(
  deps: Pick<Deps, "db" | "media">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  // The rows last: while they are there, a deletion that was cut off is known to be unfinished.
  await deps.media.delete(keys.flatMap((key) => [key, ...copyKeys(key)]));
  await releaseMedia(deps, keys);
}
