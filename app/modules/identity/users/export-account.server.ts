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
  hostInvitations,
  hostMessages,
  hostPeople,
  media,
  notifications,
  registrationAnswers,
  registrations,
  savedOccurrences,
  trustEntries,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import { auditEntry, wholeMetadata } from "../../audit/audit-entry.server";
import { listSessions } from "../sessions.server";
import { exportedNotifications } from "./export-notifications.server";
import { getUserOrThrow, userJson } from "./queries.server";

/** The RSVPs of an account with their answers, for its export. */
async function exportRegistrations({ db }: Pick<Deps, "db">, userId: string) {
  const [places, answers] = await db.batch([
    db
      .select({
        id: registrations.id,
        occ: registrations.occ,
        name: registrations.name,
        email: registrations.email,
        seats: registrations.seats,
        state: registrations.state,
        sharesEmail: registrations.sharesEmail,
        sharesName: registrations.sharesName,
        confirmedAt: registrations.confirmedAt,
        createdAt: registrations.createdAt,
      })
      .from(registrations)
      .where(eq(registrations.userId, userId)),
    db
      .select({
        registrationId: registrationAnswers.registrationId,
        questionId: registrationAnswers.questionId,
        answer: registrationAnswers.answer,
      })
      .from(registrations)
      .innerJoin(registrationAnswers, eq(registrationAnswers.registrationId, registrations.id))
      .where(eq(registrations.userId, userId)),
  ]);
  return places.map((place) => ({
    ...place,
    answers: answers
      .filter(({ registrationId }) => registrationId === place.id)
      .map(({ questionId, answer }) => ({ questionId, answer })),
  }));
}

/** The roles of an account as a helper of hosts, its invitations and messages, for its export. */
async function exportHostRoles({ db }: Pick<Deps, "db">, userId: string) {
  const [roles, invitations, messages] = await db.batch([
    db
      .select({
        eventId: hostPeople.eventId,
        organizerId: hostPeople.organizerId,
        role: hostPeople.role,
        invitedEmail: hostPeople.invitedEmail,
        createdAt: hostPeople.createdAt,
      })
      .from(hostPeople)
      .where(eq(hostPeople.userId, userId)),
    db
      .select({
        eventId: hostInvitations.eventId,
        organizerId: hostInvitations.organizerId,
        role: hostInvitations.role,
        email: hostInvitations.email,
        createdAt: hostInvitations.createdAt,
        expiresAt: hostInvitations.expiresAt,
      })
      .from(hostInvitations)
      .where(eq(hostInvitations.userId, userId)),
    db
      .select({
        eventId: hostMessages.eventId,
        originalStart: hostMessages.originalStart,
        audience: hostMessages.audience,
        text: hostMessages.text,
        status: hostMessages.status,
        createdAt: hostMessages.createdAt,
      })
      .from(hostMessages)
      .where(eq(hostMessages.authorId, userId)),
  ]);
  return { roles, invitations, messages };
}

/** Maximum number of audit entries in an export, newest first. */
const ENTRIES = 1_000;

/** All personal data of an account except secrets (GDPR article 20). */
export async function exportAccount(deps: Deps, actor: Actor): Promise<Record<string, unknown>> {
  const { db } = deps;
  const user = await getUserOrThrow(deps, actor.id);
  const [
    identities,
    own,
    log,
    savedDates,
    kept,
    held,
    drafts,
    revisions,
    flags,
    trust,
    files,
    notificationRows,
    ...personalRows
  ] = await db.batch([
    db
      .select({
        provider: externalIdentities.provider,
        email: externalIdentities.email,
        createdAt: externalIdentities.createdAt,
      })
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
    db
      .select({
        eventId: savedOccurrences.eventId,
        originalStart: savedOccurrences.originalStart,
        addedAt: savedOccurrences.createdAt,
      })
      .from(savedOccurrences)
      .where(eq(savedOccurrences.userId, actor.id)),
    db
      .select()
      .from(collections)
      .where(eq(collections.ownerId, actor.id))
      .orderBy(desc(collections.isDefault), collections.createdAt),
    db
      .select({
        collectionId: collectionEvents.collectionId,
        eventId: collectionEvents.eventId,
        addedAt: collectionEvents.createdAt,
        source: collectionEvents.source,
      })
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .where(eq(collections.ownerId, actor.id))
      .orderBy(collectionEvents.position),
    db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, actor.id)),
    // Joins through events, whose creator is indexed; edits by staff of other accounts' events
    // are not personal data.
    db
      .select({ revision: eventRevisions })
      .from(events)
      .innerJoin(eventRevisions, eq(eventRevisions.eventId, events.id))
      .where(and(eq(events.creatorId, actor.id), eq(eventRevisions.authorId, actor.id))),
    db.select().from(eventFlags).where(eq(eventFlags.userId, actor.id)),
    db
      .select()
      .from(trustEntries)
      .where(eq(trustEntries.userId, actor.id))
      .orderBy(trustEntries.createdAt),
    db
      .select({
        key: media.key,
        kind: media.kind,
        contentType: media.contentType,
        bytes: media.bytes,
        createdAt: media.createdAt,
      })
      .from(media)
      .where(eq(media.ownerId, actor.id)),
    db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, actor.id))
      .orderBy(desc(notifications.createdAt)),
    ...exportedNotifications(deps, actor.id),
  ]);
  const [
    waiting,
    sent,
    browsers,
    pushed,
    mailed,
    acted,
    reported,
    topics,
    notes,
    wizards,
    apiTokens,
    hooks,
    keys,
    plans,
    ...rest
  ] = personalRows;
  const [
    pictures,
    ownPictures,
    submissions,
    feeds,
    devices,
    weekly,
    followed,
    views,
    announced,
    claims,
  ] = rest;
  await auditEntry(deps, {
    actorId: actor.id,
    action: "user.exported",
    entity: "user",
    entityId: actor.id,
    sessionId: actor.sessionId,
  });
  return {
    exportedAt: new Date(deps.clock.now()).toISOString(),
    user: {
      ...userJson(user),
      twoFactor: user.totpEnabledAt !== null,
      deleteAfter: user.deleteAfter,
      allowsMailTracking: user.allowsMailTracking,
      mailRefusedAt: user.mailRefusedAt,
      digestDueAt: user.digestDueAt,
      seesLessOf: user.lessOf,
    },
    identities,
    passkeys: keys,
    apiKeys: apiTokens,
    webhooks: hooks,
    sessions: await listSessions(deps, actor.id),
    knownDevices: devices,
    calendarFeeds: feeds,
    remotePictures: [...pictures, ...ownPictures],
    submissions,
    events: own.map(({ searchRowid: _rowid, titleKey: _key, tagKeys: _keys, ...event }) => event),
    media: files.map(({ key, ...file }) => ({ ...file, url: paths.media(key) })),
    drafts: drafts.map(({ creatorId: _creator, ...draft }) => draft),
    revisions: revisions.map(({ revision: { authorId: _author, ...revision } }) => revision),
    collections: kept.map(({ ownerId: _owner, ...collection }) => ({
      ...collection,
      events: held
        .filter(({ collectionId }) => collectionId === collection.id)
        .map(({ collectionId: _collection, ...event }) => event),
    })),
    savedDates,
    weeklyPicks: weekly,
    follows: followed,
    pageClaims: claims,
    announcements: announced,
    rsvps: await exportRegistrations(deps, actor.id),
    helping: await exportHostRoles(deps, actor.id),
    reports: flags.map(({ userId: _user, network: _network, ...flag }) => flag),
    trust: trust.map(({ userId: _user, ...entry }) => entry),
    notifications: notificationRows.map(
      ({ userId: _user, idempotencyKey: _once, ...notification }) => notification,
    ),
    // City news is shared by all followers; the export holds only this user's read and hidden
    // state.
    cityNews: {
      readUntil: user.cityNotificationsReadUntil,
      hiddenUntil: user.cityNotificationsHiddenUntil,
      states: acted,
    },
    newsForDigests: waiting,
    digests: sent,
    // The full endpoint with the keys would allow others to push to the browser.
    pushSubscriptions: browsers.map(({ endpoint, ...browser }) => ({
      ...browser,
      service: new URL(endpoint).hostname,
    })),
    pushes: pushed,
    mails: mailed,
    topics: topics.map(({ topic }) => topic),
    staffNotes: notes,
    inboxViews: views,
    ingestionWizards: wizards,
    planChanges: plans,
    activity: log,
    clientReports: reported,
  };
}
