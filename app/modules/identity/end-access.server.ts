import { and, eq } from "drizzle-orm";
import {
  calendarFeeds,
  doorDevices,
  hostInvitations,
  knownDevices,
  pushSubscriptions,
  webhookEndpoints,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Caller } from "../../lib/http/request-context";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { allBut, revokeAllAccess } from "./access.server";
import type { ShownAccess } from "./list-access.server";
import { revokeSessions } from "./sign-out.server";
import { revokeApiKey } from "./tokens/api-keys.server";
import { hashToken } from "./tokens/user-tokens.server";

/**
 * Kinds whose items can be ended without a password. The others are ways to sign in: they change
 * in their own sections of the page, after the person has shown who they are.
 */
export const ENDABLE_ACCESS = [
  "sessions",
  "apiKeys",
  "calendarAddress",
  "webhooks",
  "pushSubscriptions",
  "doorLinks",
  "hostInvitations",
  "knownDevices",
] as const satisfies readonly ShownAccess[];
export type EndableAccess = (typeof ENDABLE_ACCESS)[number];

/**
 * Ends one of the actor's own. @throws not-found; bad-request for the session that they act in
 */
export async function endAccess(
  deps: Deps,
  actor: Actor,
  kind: EndableAccess,
  id: string,
): Promise<void> {
  if (kind === "sessions") {
    if (id === actor.sessionId) throw new AppError("bad-request");
    return revokeSessions(deps, actor, id);
  }
  if (kind === "apiKeys") return revokeApiKey(deps, actor, id);
  const { db, clock } = deps;
  const ended = {
    calendarAddress: () => db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.id)),
    webhooks: () =>
      db
        .delete(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, actor.id))),
    pushSubscriptions: () =>
      db
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, actor.id))),
    doorLinks: () =>
      db
        .update(doorDevices)
        .set({ revokedAt: clock.now(), userId: null })
        .where(and(eq(doorDevices.id, id), eq(doorDevices.userId, actor.id))),
    hostInvitations: () =>
      db
        .delete(hostInvitations)
        .where(and(eq(hostInvitations.id, id), eq(hostInvitations.userId, actor.id))),
    knownDevices: () =>
      db
        .delete(knownDevices)
        .where(and(eq(knownDevices.deviceHash, id), eq(knownDevices.userId, actor.id))),
  }[kind]();
  const [{ meta }] = await db.batch([
    ended,
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.access-ended",
      entity: "user",
      entityId: actor.id,
      metadata: { kind },
      sessionId: actor.sessionId,
    }),
  ]);
  if (meta.changes === 0) throw new AppError("not-found");
}

/**
 * Ends all that has access to the actor's account, except this browser's session and the ways to
 * sign in, which need the password each.
 */
export async function endOtherAccess(
  deps: Deps,
  actor: Actor,
  { device }: Pick<Caller, "device">,
): Promise<void> {
  await deps.db.batch([
    ...revokeAllAccess(deps, actor.id, {
      keep: {
        kinds: allBut(...ENDABLE_ACCESS, "pendingSteps"),
        sessionId: actor.sessionId,
        deviceHash: device === null ? null : await hashToken(device),
      },
    }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.access-ended",
      entity: "user",
      entityId: actor.id,
      metadata: { kind: "all" },
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
  deps.later(deps.rooms.signedOut(actor.id, null));
}
