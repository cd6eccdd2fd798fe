import { eq } from "drizzle-orm";
import { externalIdentities, knownDevices, recoveryCodes, users, userTokens } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { closeSessions } from "./sessions.server";

/**
 * The statements that shut everybody out of an account whose address had not been verified: whoever signed up with it
 * may be a stranger to the one who now shows that it is theirs. Every way in goes that could have been laid before:
 * password, second factor, sessions, links under way, accounts elsewhere, known browsers, a deletion asked for.
 */
export const foreignAccessCleared = (deps: Pick<Deps, "db" | "clock">, userId: string) =>
  [
    deps.db
      .update(users)
      .set({
        passwordHash: null,
        totpSecret: null,
        totpEnabledAt: null,
        totpLastStep: null,
        deleteAfter: null,
        updatedAt: deps.clock.now(),
      })
      .where(eq(users.id, userId)),
    ...closeSessions(deps, userId, null),
    deps.db.delete(userTokens).where(eq(userTokens.userId, userId)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    deps.db.delete(externalIdentities).where(eq(externalIdentities.userId, userId)),
    deps.db.delete(knownDevices).where(eq(knownDevices.userId, userId)),
  ] as const;
