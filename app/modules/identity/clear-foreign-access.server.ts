import { eq } from "drizzle-orm";
import {
  calendarFeeds,
  externalIdentities,
  knownDevices,
  passkeys,
  pushSubscriptions,
  recoveryCodes,
  users,
  userTokens,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { closeSessions } from "./sessions.server";

/**
 * The statements that shut everybody out of an account, before somebody gets it or gets more by it whose address it is
 * (decisions.md §5): whoever signed up with the address may be a stranger to its owner. They remove every way in and every
 * way to read along: password, second factor, passkeys, sessions, links and tokens under way, accounts elsewhere, known browsers,
 * the address of the calendar, subscriptions to pushes; and take back a deletion that was asked for.
 */
export const foreignAccessCleared = (deps: Pick<Deps, "db" | "clock">, userId: string) =>
  [
    deps.db
      .update(users)
      .set({
        passwordHash: null,
        totpSecret: null,
        totpEnabledAt: null,
        totpBegunAt: null,
        totpLastStep: null,
        deleteAfter: null,
        updatedAt: deps.clock.now(),
      })
      .where(eq(users.id, userId)),
    ...closeSessions(deps, userId, null),
    deps.db.delete(userTokens).where(eq(userTokens.userId, userId)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    deps.db.delete(passkeys).where(eq(passkeys.userId, userId)),
    deps.db.delete(externalIdentities).where(eq(externalIdentities.userId, userId)),
    deps.db.delete(knownDevices).where(eq(knownDevices.userId, userId)),
    deps.db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    deps.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
  ] as const;
