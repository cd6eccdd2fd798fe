import { eq } from "drizzle-orm";
import {
  apiKeys,
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
 * Statements that remove all access to an account before its address is proved or its role rises
 * (decisions.md §5): the person who signed up with the address may not own it. They remove
 * password, second factor, passkeys, API keys, sessions, links and tokens, external accounts, known
 * devices, the calendar feed and push subscriptions, and cancel a requested deletion.
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
    deps.db.delete(apiKeys).where(eq(apiKeys.userId, userId)),
    deps.db.delete(externalIdentities).where(eq(externalIdentities.userId, userId)),
    deps.db.delete(knownDevices).where(eq(knownDevices.userId, userId)),
    deps.db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    deps.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
  ] as const;
