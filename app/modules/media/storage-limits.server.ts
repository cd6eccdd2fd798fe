import type { MEDIA_KINDS } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, isStaff } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";

const MB = 1_048_576;

export type MediaKind = (typeof MEDIA_KINDS)[number];

/** The largest file of a kind that is taken, bytes (decisions.md §7, storage). */
export async function maxMediaSize(deps: Pick<Deps, "db" | "memo">, kind: MediaKind): Promise<number> {
  const { storage } = await settingsOf(deps);
  return (kind === "video" ? storage.maxVideoSizeMb : storage.maxImageSizeMb) * MB;
}

/** How much room each person has, bytes. */
export const quotaOf = async (deps: Pick<Deps, "db" | "memo">): Promise<number> => (await settingsOf(deps)).storage.storageQuotaMb * MB;

export interface StorageQuota {
  usedBytes: number;
  quotaBytes: number;
}

/** How much of their room somebody's files take. @throws AppError("not-found") where they are neither oneself nor, for staff, anybody */
export async function storageQuota(deps: Pick<Deps, "db" | "memo">, actor: Actor | null, userId: string): Promise<StorageQuota> {
  assertCan(actor, "account:manage");
  if (actor.id !== userId && !isStaff(actor)) throw new AppError("not-found");
  const { mediaBytes } = await getUserOrThrow(deps, userId);
  return { usedBytes: mediaBytes, quotaBytes: await quotaOf(deps) };
}
