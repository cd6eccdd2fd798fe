import { and, desc, eq } from "drizzle-orm";
import {
  apiKeys,
  auditEntries,
  calendarFeeds,
  cities,
  cityNotificationStates,
  clientReports,
  collectionEvents,
  collections,
  digestItems,
  digests,
  eventDrafts,
  eventFlags,
  eventNotes,
  eventRevisions,
  eventSubmissions,
  events,
  externalIdentities,
  follows,
  hostAnnouncements,
  hostClaims,
  inboxViews,
  ingestionWizards,
  knownDevices,
  mails,
  media,
  notifications,
  passkeys,
  planChanges,
  pushes,
  pushSubscriptions,
  remotePictures,
  savedOccurrences,
  trustEntries,
  userTopics,
  webhookEndpoints,
  weekSubscribers,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import { auditEntry, wholeMetadata } from "../../audit/audit-entry.server";
import { listSessions } from "../sessions.server";
import { exportHostRoles, exportRegistrations } from "./export-hosting.server";
import { getUserOrThrow, userJson } from "./queries.server";

/** Maximum number of audit entries in an export, newest first. */
const ENTRIES = 1_000;

/** Statements: notifications, deliveries, pending digest items and other personal rows. */
const notificationStatements = ({ db }: Pick<Deps, "db">, userId: string) =>
  [
    db
      .select({
        kind: digestItems.kind,
        eventId: digestItems.eventId,
        values: digestItems.values,
        createdAt: digestItems.createdAt,
        digestedAt: digestItems.digestedAt,
      })
      .from(digestItems)
      .where(eq(digestItems.userId, userId)),
    db
      .select({
        period: digests.period,
        events: digests.events,
        mailId: digests.mailId,
        createdAt: digests.createdAt,
      })
      .from(digests)
      .where(eq(digests.userId, userId)),
    db
      .select({
        endpoint: pushSubscriptions.endpoint,
        locale: pushSubscriptions.locale,
        createdAt: pushSubscriptions.createdAt,
        lastSentAt: pushSubscriptions.lastSentAt,
      })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId)),
    db
      .select({
        kind: pushes.kind,
        payload: pushes.payload,
        status: pushes.status,
        createdAt: pushes.createdAt,
        sentAt: pushes.sentAt,
      })
      .from(pushes)
      .where(eq(pushes.userId, userId)),
    // Without the body: the user has received it, and it may contain a sign-in link.
    db
      .select({
        id: mails.id,
        kind: mails.kind,
        to: mails.toAddress,
        subject: mails.subject,
        status: mails.status,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
        openedAt: mails.openedAt,
        clickedAt: mails.clickedAt,
      })
      .from(mails)
      .where(eq(mails.userId, userId)),
    db
      .select({
        newsId: cityNotificationStates.newsId,
        readAt: cityNotificationStates.readAt,
        hiddenAt: cityNotificationStates.hiddenAt,
      })
      .from(cityNotificationStates)
      .where(eq(cityNotificationStates.userId, userId)),
    db
      .select({
        action: clientReports.action,
        entity: clientReports.entity,
        entityId: clientReports.entityId,
        metadata: clientReports.metadata,
        createdAt: clientReports.createdAt,
      })
      .from(clientReports)
      .where(eq(clientReports.userId, userId)),
    db.select({ topic: userTopics.topic }).from(userTopics).where(eq(userTopics.userId, userId)),
    db
      .select({
        eventId: eventNotes.eventId,
        body: eventNotes.body,
        createdAt: eventNotes.createdAt,
      })
      .from(eventNotes)
      .where(eq(eventNotes.authorId, userId)),
    db
      .select({
        values: ingestionWizards.values,
        createdAt: ingestionWizards.createdAt,
        updatedAt: ingestionWizards.updatedAt,
      })
      .from(ingestionWizards)
      .where(eq(ingestionWizards.userId, userId)),
    db
      .select({
        name: apiKeys.name,
        scopes: apiKeys.scopes,
        createdAt: apiKeys.createdAt,
        expiresAt: apiKeys.expiresAt,
        lastUsedAt: apiKeys.lastUsedAt,
      })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    // Without its secrets.
    db
      .select({
        url: webhookEndpoints.url,
        types: webhookEndpoints.types,
        createdAt: webhookEndpoints.createdAt,
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, userId)),
    // Without the credential id and the public key.
    db
      .select({
        name: passkeys.name,
        transports: passkeys.transports,
        isBackedUp: passkeys.isBackedUp,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    db
      .select({
        eventId: planChanges.eventId,
        plan: planChanges.plan,
        message: planChanges.message,
        createdAt: planChanges.createdAt,
      })
      .from(planChanges)
      .where(eq(planChanges.actorId, userId)),
    // Pictures of other sites still to be fetched, for the user's events and avatar.
    db
      .select({
        eventId: remotePictures.entityId,
        url: remotePictures.url,
        createdAt: remotePictures.createdAt,
      })
      .from(events)
      .innerJoin(
        remotePictures,
        and(eq(remotePictures.kind, "event"), eq(remotePictures.entityId, events.id)),
      )
      .where(eq(events.creatorId, userId)),
    db
      .select({ url: remotePictures.url, createdAt: remotePictures.createdAt })
      .from(remotePictures)
      .where(and(eq(remotePictures.kind, "user"), eq(remotePictures.entityId, userId))),
    db
      .select({ eventId: eventSubmissions.eventId, createdAt: eventSubmissions.createdAt })
      .from(eventSubmissions)
      .where(eq(eventSubmissions.creatorId, userId)),
    // Without the secrets of feeds and devices.
    db
      .select({ createdAt: calendarFeeds.createdAt, lastReadAt: calendarFeeds.lastReadAt })
      .from(calendarFeeds)
      .where(eq(calendarFeeds.userId, userId)),
    db
      .select({ createdAt: knownDevices.createdAt, lastSeenAt: knownDevices.lastSeenAt })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId)),
    db
      .select({
        city: cities.slug,
        locale: weekSubscribers.locale,
        since: weekSubscribers.createdAt,
      })
      .from(weekSubscribers)
      .innerJoin(cities, eq(cities.id, weekSubscribers.cityId))
      .where(eq(weekSubscribers.userId, userId)),
    db
      .select({
        topic: follows.topic,
        name: follows.label,
        frequency: follows.frequency,
        since: follows.createdAt,
      })
      .from(follows)
      .where(eq(follows.userId, userId)),
    db
      .select({ name: inboxViews.name, query: inboxViews.query, createdAt: inboxViews.createdAt })
      .from(inboxViews)
      .where(eq(inboxViews.userId, userId)),
    db
      .select({
        hostId: hostAnnouncements.hostId,
        textEn: hostAnnouncements.textEn,
        textFa: hostAnnouncements.textFa,
        status: hostAnnouncements.status,
        reason: hostAnnouncements.reason,
        createdAt: hostAnnouncements.createdAt,
        sentAt: hostAnnouncements.sentAt,
      })
      .from(hostAnnouncements)
      .where(eq(hostAnnouncements.authorId, userId)),
    // Without the member of staff who decided.
    db
      .select({
        hostId: hostClaims.hostId,
        statement: hostClaims.statement,
        link: hostClaims.link,
        status: hostClaims.status,
        reason: hostClaims.reason,
        createdAt: hostClaims.createdAt,
      })
      .from(hostClaims)
      .where(eq(hostClaims.userId, userId)),
  ] as const;

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
    ...notificationStatements(deps, actor.id),
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
        .map(({ eventId, addedAt }) => ({ eventId, addedAt })),
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
