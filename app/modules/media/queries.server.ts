import { and, eq, ne } from "drizzle-orm";
import { media as mediaTable } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** Keys of a user's previous avatars. */
export async function formerAvatars(
  { db }: Pick<Deps, "db">,
  userId: string,
  presentKey: string | null,
): Promise<string[]> {
  const theirs = and(eq(mediaTable.ownerId, userId), eq(mediaTable.kind, "avatar"));
  const rows = await db
    .select({ key: mediaTable.key })
    .from(mediaTable)
    .where(presentKey === null ? theirs : and(theirs, ne(mediaTable.key, presentKey)))
    .limit(100);
  return rows.map(({ key }) => key);
}
