import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import {
  auditPersonal,
  caseWatchers,
  cityNotificationStates,
  clientReports,
  collectionEvents,
  collections,
  digestItems,
  digests,
  ERASED_GUEST,
  eventDrafts,
  eventFlags,
  eventNotes,
  follows,
  hostAnnouncements,
  hostClaims,
  hostMessages,
  hostPeople,
  importMaterials,
  inboxViews,
  ingestionTexts,
  ingestionWizards,
  LIVE_STATES,
  mails,
  notifications,
  pushes,
  registrationAnswers,
  registrations,
  savedOccurrences,
  scheduledDecisions,
  trustEntries,
  users,
  weekSubscribers,
} from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import type { Purge } from "../../../lib/runtime/purge-rounds.server";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { deleteMedia, formerAvatars } from "../../media/claim-media.server";
import { withdrawNotes } from "../../notifications/domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";
import { allBut, revokeAllAccess } from "../access.server";
import { confirmPassword } from "../factors/confirm-identity.server";
import { DEFAULT_NOTIFICATIONS, getUserOrThrow } from "./queries.server";

/** Delay before a deletion takes effect, ms (decisions.md §5). */
export const DELETION_DELAY = 14 * DAY;
/** Accounts deleted per run. */
const BATCH = 50;

/**
 * Schedules the deletion of the account in 14 days; `cancelDeletion` revokes it. Ends the other
 * sessions.
 * @throws forbidden for the owner: the product must keep one
 */
export async function requestDeletion(
  deps: Deps,
  actor: Actor,
  password: string,
  caller: Pick<Caller, "origin" | "locale">,
): Promise<void> {
  if (actor.role === "owner") throw new AppError("forbidden");
  const user = await confirmPassword(deps, actor, password);
  const deleteAfter = deps.clock.now() + DELETION_DELAY;
  const notice =
    user.email === null
      ? null
      : await mailStatement(deps, {
          kind: "accountDeleting",
          to: user.email,
          userId: user.id,
          locale: user.preferredLanguage ?? caller.locale,
          link: caller.origin + paths.accountData(),
          chosen: { name: user.displayName },
          isSecret: false,
        });
  await deps.db.batch([
    deps.db.update(users).set({ deleteAfter }).where(eq(users.id, user.id)),
    ...revokeAllAccess(deps, user.id, {
      keep: { kinds: allBut("sessions"), sessionId: actor.sessionId },
    }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.deletion-asked",
      entity: "user",
      entityId: user.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
    ...(notice?.statements ?? []),
  ]);
  if (notice) enqueueMail(deps, notice.id);
  // Closes all sockets; those of the current session reconnect.
  deps.later(deps.rooms.signedOut(user.id, null));
}

/** Revokes the scheduled deletion. @throws conflict if none is scheduled */
export async function cancelDeletion(deps: Deps, actor: Actor): Promise<void> {
  const user = await getUserOrThrow(deps, actor.id);
  if (user.deleteAfter === null) throw new AppError("conflict");
  await deps.db.batch([
    deps.db.update(users).set({ deleteAfter: null }).where(eq(users.id, actor.id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.deletion-cancelled",
      entity: "user",
      entityId: actor.id,
      sessionId: actor.sessionId,
    }),
  ]);
}

/**
 * Empties due accounts, up to `BATCH`. The row stays, since events refer to their creator. A
 * deletion revoked meanwhile leaves the account untouched. @returns number of emptied accounts
 */
export async function deleteDueAccounts(deps: Deps): Promise<number> {
  const { db, clock, media } = deps;
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.deleteAfter),
        lte(users.deleteAfter, clock.now()),
        isNull(users.deletedAt),
      ),
    )
    .limit(BATCH);
  let emptied = 0;
  for (const { id } of due) {
    if (!(await emptyAccount(deps, id))) continue;
    emptied += 1;
    // Pictures of their events stay.
    await deleteMedia(deps, await formerAvatars(deps, id, null));
    await media.delete(await media.list(`users/${id}/`));
  }
  return emptied;
}

/** Accounts past their deletion date. */
export const accountsPurge: Purge = {
  due: (_, at) =>
    sql`users WHERE delete_after IS NOT NULL AND delete_after <= ${at} AND deleted_at IS NULL`,
  async round(deps) {
    const removed = await deleteDueAccounts(deps);
    return { removed, isDone: removed < BATCH };
  },
};

/** @returns false if the deletion was revoked meanwhile: the whole batch then fails */
async function emptyAccount(deps: Deps, id: string): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  let isDue = true;
  await runGuarded(
    deps,
    [
      db
        .update(users)
        .set({
          email: null,
          emailVerifiedAt: null,
          emailProvedAt: null,
          // Guard: null violates NOT NULL and fails the batch if the deletion was revoked since the
          // read.
          displayName: sql`CASE WHEN ${users.deleteAfter} <= ${now} AND ${users.deletedAt} IS NULL THEN '' END`,
          photoUrl: null,
          role: "user",
          interests: [],
          lessOf: [],
          cities: [],
          notificationPreferences: { ...DEFAULT_NOTIFICATIONS, emailEnabled: false },
          isActive: false,
          secondFactorDueAt: null,
          timeZone: null,
          homeCity: null,
          digestDueAt: null,
          allowsMailTracking: false,
          mailRefusedAt: null,
          cityNotificationsReadUntil: 0,
          cityNotificationsHiddenUntil: 0,
          searchKey: "",
          deleteAfter: null,
          deletedAt: now,
        })
        .where(eq(users.id, id)),
      ...revokeAllAccess(deps, id),
      db.delete(mails).where(eq(mails.userId, id)),
      db.delete(notifications).where(eq(notifications.userId, id)),
      db.delete(cityNotificationStates).where(eq(cityNotificationStates.userId, id)),
      db.delete(clientReports).where(eq(clientReports.userId, id)),
      db.delete(digestItems).where(eq(digestItems.userId, id)),
      db.delete(digests).where(eq(digests.userId, id)),
      db.delete(pushes).where(eq(pushes.userId, id)),
      // Includes the colleagues' notifications, which contain the account's name.
      ...withdrawNotes(deps, id),
      db.delete(eventNotes).where(eq(eventNotes.authorId, id)),
      db
        .delete(ingestionTexts)
        .where(
          inArray(
            ingestionTexts.ownerId,
            db
              .select({ id: ingestionWizards.id })
              .from(ingestionWizards)
              .where(eq(ingestionWizards.userId, id)),
          ),
        ),
      db.delete(ingestionWizards).where(eq(ingestionWizards.userId, id)),
      db.delete(hostAnnouncements).where(eq(hostAnnouncements.authorId, id)),
      db.delete(hostClaims).where(eq(hostClaims.userId, id)),
      db.delete(hostPeople).where(eq(hostPeople.userId, id)),
      db.delete(hostMessages).where(eq(hostMessages.authorId, id)),
      db.delete(follows).where(eq(follows.userId, id)),
      db.delete(savedOccurrences).where(eq(savedOccurrences.userId, id)),
      db.delete(inboxViews).where(eq(inboxViews.userId, id)),
      db.delete(caseWatchers).where(eq(caseWatchers.userId, id)),
      db.delete(scheduledDecisions).where(eq(scheduledDecisions.actorId, id)),
      db.delete(weekSubscribers).where(eq(weekSubscribers.userId, id)),
      // Live ones end, which frees their seats; hosts keep the numbers alone.
      db
        .delete(registrationAnswers)
        .where(
          inArray(
            registrationAnswers.registrationId,
            db
              .select({ id: registrations.id })
              .from(registrations)
              .where(eq(registrations.userId, id)),
          ),
        ),
      db
        .update(registrations)
        .set({
          // What is over keeps its numbers.
          state: sql`CASE WHEN ${inArray(registrations.state, [...LIVE_STATES])} AND NOT EXISTS (SELECT 1 FROM event_occurrences o
            WHERE o.event_id = ${registrations.eventId} AND o.event_id || '/' || o.original_start = ${registrations.occ} AND o.ends_at <= ${now}) THEN 'cancelled' ELSE ${registrations.state} END`,
          serial: sql`${registrations.serial} + 1`,
          changedAt: now,
          changedAs: "guest",
          ...ERASED_GUEST,
        })
        .where(eq(registrations.userId, id)),
      // Collection entries first: their trigger updates the save counts.
      db
        .delete(collectionEvents)
        .where(
          inArray(
            collectionEvents.collectionId,
            db.select({ id: collections.id }).from(collections).where(eq(collections.ownerId, id)),
          ),
        ),
      db.delete(collections).where(eq(collections.ownerId, id)),
      db.delete(importMaterials).where(eq(importMaterials.creatorId, id)),
      db.delete(eventDrafts).where(eq(eventDrafts.creatorId, id)),
      // Reports stay for moderators, without the note and the network.
      db.update(eventFlags).set({ note: null, network: null }).where(eq(eventFlags.userId, id)),
      // Audit entries stay without their personal values; the hash chain stays valid.
      db.delete(auditPersonal).where(eq(auditPersonal.userId, id)),
      db.delete(trustEntries).where(eq(trustEntries.userId, id)),
      auditEntry(deps, {
        actorId: null,
        action: "user.deleted",
        entity: "user",
        entityId: id,
        severity: "warning",
      }),
    ],
    {
      "users.display_name": () => {
        isDue = false;
        return new AppError("conflict");
      },
    },
  ).catch((error: unknown) => {
    if (isDue) throw error;
  });
  return isDue;
}
