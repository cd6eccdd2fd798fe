import { remotePictures } from "../../../db/schema";
import type { Deps, RemotePicture } from "../../lib/deps";
import { mediaKeyOf } from "./media-files";

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
