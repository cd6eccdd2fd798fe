import { inArray } from "drizzle-orm";
import { type Channel, pushSubscriptions } from "../../../db/schema";
import { translatorFor } from "../../i18n/messages.server";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { zonedStart } from "../events/present/event-times.server";
import { type NotifiedEvent, notifiedEventValues } from "../events/present/notified-event.server";
import { countedUrl, pixelUrl, unsubscribeToken } from "../mail/mail-links.server";
import type { Recipient } from "./audience.server";
import { chooseChannels, isUrgent, mailListFor, type Way } from "./choose-channels";
import {
  afterQuietHours,
  digestSlotAt,
  type NotificationReader,
  notificationReader,
  readersDay,
} from "./digest-times.server";
import type { DomainEventRow } from "./domain-events.server";
import { notificationKind } from "./notification-kinds";
import type {
  PreparedDigestItem,
  PreparedMail,
  PreparedPush,
} from "./notification-statements.server";
import { becauseText, notificationText, notificationTitle } from "./notification-text.server";
import type { Rule } from "./rules/rules.server";
import { renderNotificationMail } from "./templates/render-notification.server";

/** A domain event's notifications to some recipients by channel. */
export interface PreparedNotifications {
  /** Ids of users who get it in their lists. */
  inApp: string[];
  mails: PreparedMail[];
  pushes: PreparedPush[];
  /** Users who get it in their next digest, or the next that the rule allows. */
  digests: PreparedDigestItem[];
}

interface RuleContext {
  domainEvent: Pick<DomainEventRow, "id" | "kind" | "values" | "actionPath">;
  rule: Pick<Rule, "audience" | "timing" | "templateKey" | "quietHours"> & {
    channels: readonly Channel[];
  };
  about: NotifiedEvent | null;
  /** The platform's mail switch (product.md §5). */
  mailsAreOn: boolean;
}

/**
 * Chooses channels (`chooseChannels`) and times and renders the texts. In-app notifications are
 * immediate; others wait for the end of the rule's quiet hours. Caps are counted on insert.
 */
export async function prepareNotifications(
  deps: Deps,
  { domainEvent, rule, about, mailsAreOn }: RuleContext,
  people: readonly Recipient[],
): Promise<PreparedNotifications> {
  const now = deps.clock.now();
  const circumstances = {
    mailsAreOn,
    sendsPushes: deps.push !== null,
    startsAt: about?.event.startsAt ?? null,
    isUrgent: isUrgent(rule, domainEvent),
    isCapped: false,
  };
  const choices = people.map((person) => {
    const timing = person.follow?.frequency === "weekly" ? "weekly" : rule.timing;
    const digestDueAt = digestSlotAt({ timing }, person, now);
    return {
      person,
      timing,
      digestDueAt,
      ways: chooseChannels({ ...person, digestDueAt }, rule, domainEvent.kind, circumstances).ways,
    };
  });
  const starts = startsOf({ domainEvent, about });
  const by = (way: Way) =>
    choices.filter(({ ways }) => ways.includes(way)).map(({ person }) => person);
  const toMail = by("email").map((person) => {
    const reader = notificationReader(person);
    return {
      person,
      reader,
      dueAt: outgoingAt(now, domainEvent.kind, rule, starts, reader.timeZone),
    };
  });
  return {
    inApp: by("in-app").map(({ id }) => id),
    mails: await Promise.all(
      toMail.map((entry) => prepareMail(deps, { domainEvent, rule, about, now }, entry)),
    ),
    pushes: await preparePushes(deps, { domainEvent, rule, about }, by("push")),
    digests: choices
      .filter(({ ways }) => ways.includes("email-digest"))
      .map(({ person, timing, digestDueAt }) => ({
        userId: person.id,
        dueAt: timing === "weekly" ? (digestDueAt ?? now) : now,
      })),
  };
}

/**
 * The earliest time of mails and pushes: after the rule's quiet hours, unless that would be too
 * late. UTC epoch ms. @param starts of the event, before and after a change
 */
export function outgoingAt(
  now: number,
  kind: string,
  { quietHours }: Pick<Rule, "quietHours">,
  starts: readonly (number | undefined)[],
  timeZone: string,
): number {
  const at = afterQuietHours(now, quietHours, timeZone);
  const isLate = starts.some((start) => start !== undefined && start > now && start <= at);
  return notificationKind(kind).isPressing && isLate ? now : at;
}

const startsOf = ({ domainEvent, about }: Pick<RuleContext, "domainEvent" | "about">) => [
  about?.event.startsAt,
  (domainEvent.values as { oldStartsAt?: number }).oldStartsAt,
];

async function prepareMail(
  deps: Deps,
  {
    domainEvent,
    rule,
    about,
    now,
  }: Pick<RuleContext, "domainEvent" | "rule" | "about"> & { now: number },
  { person, reader, dueAt }: { person: Recipient; reader: NotificationReader; dueAt: number },
): Promise<PreparedMail> {
  const id = deps.ids.next();
  const unsubscribes = mailListFor(person, domainEvent.kind);
  const isTracked = person.allowsMailTracking;
  const link =
    domainEvent.actionPath === null
      ? null
      : isTracked
        ? await countedUrl(deps, id, domainEvent.actionPath)
        : deps.siteUrl + domainEvent.actionPath;
  const body = await renderNotificationMail(deps, {
    templateKey: rule.templateKey,
    kind: domainEvent.kind,
    locale: reader.locale,
    addsLanguage: person.preferredLanguage !== null,
    reader: {
      displayName: person.displayName,
      timeZone: reader.timeZone,
      calendar: reader.calendar,
    },
    values: {
      ...(about && notifiedEventValues(about, reader, deps.siteUrl)),
      ...domainEvent.values,
      ...(about && { title: notificationTitle(domainEvent.values, reader) }),
      ...timesOf(domainEvent, about, reader),
      ...changesOf(domainEvent, about, reader, deps.siteUrl),
      ...(person.follow?.because && { reason: becauseText(person.follow.because, reader.locale) }),
    },
    link,
    sections: [],
    unsubscribeUrl:
      deps.siteUrl + paths.unsubscribe(await unsubscribeToken(deps, person.id, unsubscribes)),
    preferencesUrl: deps.siteUrl + paths.accountPreferences(),
    pixelUrl: isTracked ? await pixelUrl(deps, id) : null,
  });
  return {
    id,
    userId: person.id,
    to: person.email ?? "",
    locale: reader.locale,
    ...body,
    unsubscribes,
    isTracked,
    dueAt,
    day: readersDay(now, reader.timeZone),
  };
}

/** The start before a change, in words. */
function timesOf(
  { values }: Pick<DomainEventRow, "values">,
  about: NotifiedEvent | null,
  reader: NotificationReader,
) {
  const { oldStartsAt, startsAt } = values as { oldStartsAt?: number; startsAt?: number };
  if (!about || oldStartsAt === undefined || oldStartsAt === startsAt) return { oldWhen: null };
  const { timeZone, allDay } = about.event;
  return { oldWhen: zonedStart({ at: oldStartsAt, timeZone, allDay, city: about.city }, reader) };
}

/** The changes of an event, a sentence each. */
function changesOf(
  { kind, values }: Pick<DomainEventRow, "kind" | "values">,
  about: NotifiedEvent | null,
  reader: NotificationReader,
  siteUrl: string,
) {
  if (kind !== "event-changed" || !about || !Array.isArray(values.changed)) return null;
  const t = translatorFor(reader.locale);
  const { when, venue, city } = notifiedEventValues(about, reader, siteUrl);
  const changed = values.changed as ("title" | "time" | "place")[];
  const { oldWhen } = timesOf({ values }, about, reader);
  return {
    changes: changed.map((what) =>
      what === "time" && oldWhen === null
        ? t("notifications:change.end", { when })
        : t(`notifications:change.${what}`, { when, old: oldWhen ?? "", venue: venue || city }),
    ),
  };
}

async function preparePushes(
  deps: Deps,
  { domainEvent, rule, about }: Pick<RuleContext, "domainEvent" | "rule" | "about">,
  people: readonly Recipient[],
): Promise<PreparedPush[]> {
  if (people.length === 0) return [];
  const now = deps.clock.now();
  const starts = startsOf({ domainEvent, about });
  const byId = new Map(people.map((person) => [person.id, person]));
  const subscriptions = await deps.db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      locale: pushSubscriptions.locale,
    })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...byId.keys()]));
  return subscriptions.flatMap(({ id: subscriptionId, userId, locale }) => {
    const person = byId.get(userId);
    if (!person) return [];
    const { timeZone, calendar } = notificationReader(person);
    const because = person.follow?.because;
    const told = because
      ? { ...domainEvent, values: { ...domainEvent.values, because } }
      : domainEvent;
    const { title, message } = notificationText(told, { locale, calendar, timeZone });
    return [
      {
        id: deps.ids.next(),
        subscriptionId,
        userId,
        // As the service worker reads it (app/service-worker).
        payload: {
          title,
          message,
          actionUrl: domainEvent.actionPath ?? paths.notifications(),
          tag: domainEvent.id,
          lang: locale,
        },
        dueAt: outgoingAt(now, domainEvent.kind, rule, starts, timeZone),
        day: readersDay(now, timeZone),
      },
    ];
  });
}
