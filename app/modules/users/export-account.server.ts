import { and, desc, eq } from "drizzle-orm";
import {
  auditEntries,
  collectionEvents,
  collections,
  eventDrafts,
  eventFlags,
  eventRevisions,
  events,
  externalIdentities,
  media,
  notifications,
  trustEntries,
} from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { wholeMetadata } from "../audit/personal-details.server";
import { listSessions } from "../identity/sessions.server";
import { getUserOrThrow } from "./queries.server";
import { userJson } from "./user-json.server";

/** Entries of the audit log that an export holds at most, the newest first. */
const ENTRIES = 1_000;

/** Everything that the product keeps about somebody, secrets aside (GDPR article 20). */
export async function exportAccount(deps: Deps, actor: Actor): Promise<Record<string, unknown>> {
  const { db } = deps;
  const user = await getUserOrThrow(deps, actor.id);
  const [identities, own, log, kept, held, drafts, revisions, flags, trust, files, told] = await db.batch([
    db
      .select({ provider: externalIdentities.provider, email: externalIdentities.email, createdAt: externalIdentities.createdAt })
      .from(externalIdentities)
      .where(eq(externalIdentities.userId, actor.id)),
    db.select().from(events).where(eq(events.creatorId, actor.id)),
    db
      .select({
        action: auditEntries.action,
        entity: auditEntries.entity,
        entityId: auditEntries.entityId,
        metadata: wholeMetadata,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .where(eq(auditEntries.actorId, actor.id))
      .orderBy(desc(auditEntries.createdAt))
      .limit(ENTRIES),
    db.select().from(collections).where(eq(collections.ownerId, actor.id)).orderBy(desc(collections.isDefault), collections.createdAt),
    db
      .select({ collectionId: collectionEvents.collectionId, eventId: collectionEvents.eventId, addedAt: collectionEvents.createdAt })
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .where(eq(collections.ownerId, actor.id))
      .orderBy(collectionEvents.position),
    db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, actor.id)),
    // Through the events, whose creator has an index; what staff have written of other people's events is their work, not their own.
    db
      .select({ revision: eventRevisions })
      .from(events)
      .innerJoin(eventRevisions, eq(eventRevisions.eventId, events.id))
      .where(and(eq(events.creatorId, actor.id), eq(eventRevisions.authorId, actor.id))),
    db.select().from(eventFlags).where(eq(eventFlags.userId, actor.id)),
    db.select().from(trustEntries).where(eq(trustEntries.userId, actor.id)).orderBy(trustEntries.createdAt),
    db
      .select({ key: media.key, kind: media.kind, contentType: media.contentType, bytes: media.bytes, createdAt: media.createdAt })
      .from(media)
      .where(eq(media.ownerId, actor.id)),
    db.select().from(notifications).where(eq(notifications.userId, actor.id)).orderBy(desc(notifications.createdAt)),
  ]);
  await auditEntry(deps, { actorId: actor.id, action: "user.exported", entity: "user", entityId: actor.id, sessionId: actor.sessionId });
  return {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    user: { ...userJson(user), twoFactor: user.totpEnabledAt !== null, deleteAfter: user.deleteAfter },
    identities,
    sessions: await listSessions(deps, actor.id),
    events: own.map(({ searchRowid: _rowid, titleKey: _key, tagKeys: _keys, ...event }) => event),
    media: files.map(({ key, ...file }) => ({ ...file, url: paths.media(key) })),
    drafts: drafts.map(({ creatorId: _creator, ...draft }) => draft),
    revisions: revisions.map(({ revision: { authorId: _author, ...revision } }) => revision),
    collections: kept.map(({ ownerId: _owner, ...collection }) => ({
      ...collection,
      events: held.filter(({ collectionId }) => collectionId === collection.id).map(({ eventId, addedAt }) => ({ eventId, addedAt })),
    })),
    reports: flags.map(({ userId: _user, ...flag }) => flag),
    trust: trust.map(({ userId: _user, ...entry }) => entry),
    notifications: told.map(({ userId: _user, idempotencyKey: _once, ...notification }) => notification),
    activity: log,
  };
}
