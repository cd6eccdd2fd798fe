import { and, eq } from "drizzle-orm";
import {
  apiKeys,
  calendarFeeds,
  cities,
  cityNotificationStates,
  clientReports,
  digestItems,
  digests,
  eventNotes,
  eventSubmissions,
  events,
  follows,
  hostAnnouncements,
  hostClaims,
  inboxViews,
  ingestionWizards,
  knownDevices,
  mails,
  passkeys,
  planChanges,
  pushes,
  pushSubscriptions,
  remotePictures,
  userTopics,
  webhookEndpoints,
  weekSubscribers,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

/** Statements: notifications, deliveries, pending digest items and other personal rows. */
export const exportedNotifications = ({ db }: Pick<Deps, "db">, userId: string) =>
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
