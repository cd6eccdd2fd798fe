import { and, eq, isNull } from "drizzle-orm";
import { type MEDIA_KINDS, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, can } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";

const MB = 1_048_576;

export type MediaKind = (typeof MEDIA_KINDS)[number];

/** The largest file of a kind that is taken, bytes (decisions.md §7, storage). */
export async function maxMediaSize(
  deps: Pick<Deps, "db" | "memo">,
  kind: MediaKind,
): Promise<number> {
  const { storage } = await settingsOf(deps);
  return (kind === "video" ? storage.maxVideoSizeMb : storage.maxImageSizeMb) * MB;
}

/** How much room each person has, bytes. */
export const quotaOf = async (deps: Pick<Deps, "db" | "memo">): Promise<number> =>
  (await settingsOf(deps)).storage.storageQuotaMb * MB;

export interface StorageQuota {
  usedBytes: number;
  quotaBytes: number;
}

/**
 * The storage a user's files take, against their limit: the actor's own, or any user's for actors
 * who manage users (decisions.md §6).
 * @throws AppError("not-found") for others
 */
export async function storageQuota(
  deps: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  userId: string,
): Promise<StorageQuota> {
  assertCan(actor, "account:manage");
  if (actor.id !== userId && !can(actor, "user:manage")) throw new AppError("not-found");
  const account = and(eq(users.id, userId), isNull(users.deletedAt));
  const owner = await deps.db
    .select({ usedBytes: users.mediaBytes })
    .from(users)
    .where(account)
    .get();
  if (!owner) throw new AppError("not-found");
  return { ...owner, quotaBytes: await quotaOf(deps) };
}
