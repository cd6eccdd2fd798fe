import { and, eq, ne } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";

/** Sets the consent to counting opened mails and followed links; off by default. */
export async function allowMailTracking(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  isAllowed: boolean,
): Promise<void> {
  await db
    .update(users)
    .set({ allowsMailTracking: isAllowed })
    .where(and(eq(users.id, actor.id), ne(users.allowsMailTracking, isAllowed)));
}
