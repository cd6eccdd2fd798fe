import { eq } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { allBut, revokeAllAccess, VERIFIED_ACCESS } from "./access.server";

/**
 * Statements for the first proof that a mailbox belongs to the account. Anyone may have signed up
 * with the address (decisions.md §5, §17), so all access from before ends, and with it a requested
 * deletion. The person who proves it and shows that they signed up keeps their password and
 * sessions; what an unverified account may not have ends all the same.
 * @param isSameSignUp whether the browser that signed up, or its password, proves it
 */
export const firstProof = (
  deps: Pick<Deps, "db" | "clock">,
  userId: string,
  isSameSignUp: boolean,
) => {
  const now = deps.clock.now();
  const ended = isSameSignUp ? { keep: { kinds: allBut(...VERIFIED_ACCESS) } } : {};
  return [
    ...revokeAllAccess(deps, userId, ended),
    deps.db
      .update(users)
      .set({
        emailVerifiedAt: now,
        emailProvedAt: now,
        ...(isSameSignUp ? {} : { deleteAfter: null }),
        updatedAt: now,
      })
      .where(eq(users.id, userId)),
  ] as const;
};
