import { inArray } from "drizzle-orm";
import { type Channel, pushSubscriptions } from "../../../db/schema";
import { type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Reader } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import type { ZonedReader } from "../events/present/event-times.server";
import {
  daysInWords,
  dayWithHours,
  type NotifiedEvent,
  notifiedEventValues,
  zonedStart,
} from "../events/present/notified-event.server";
import { countedUrl, pixelUrl, unsubscribeToken } from "../mail/enqueue-mail.server";
import type { FollowReason, Recipient } from "./audience.server";
import {
  chooseChannels,
  isUrgent,
  mailListFor,
  type NotificationKind,
  notificationKind,
  type Way,
} from "./choose-channels";
import {
  afterQuietHours,
  digestSlotAt,
  type NotificationReader,
  notificationReader,
  readersDay,
} from "./digest-times.server";
import type { DomainEventRow } from "./domain-events.server";
import type {
  PreparedDigestItem,
  PreparedMail,
  PreparedPush,
} from "./notification-statements.server";
import type { NotificationRow } from "./queries.server";
import type { Rule } from "./rules/active-rules.server";
import { renderNotificationMail } from "./templates/render-notification.server";

/** What a reminder is of: a start, or the first, a chosen or the last day of an exhibition. */
export type Occasion = "starts" | "opens" | "open" | "ends";

/** Values that a notification's texts may use. */
interface Carried {
  title?: { en: string; fa: string | null };
  /** Of a decision as the moderator wrote it, of a source in both languages. */
  reason?: string | { en: string; fa: string };
  /** The changed parts of an event. */
  changed?: ("title" | "time" | "place")[];
  count?: number;
  city?: { en: string; fa: string | null } | null;
  startsAt?: number;
  /** Of one date. */
  endsAt?: number;
  /** An instant of the last of several days. */
  lastAt?: number;
  /** What a reminder is of; "starts" where there is none. */
  occasion?: Occasion;
  /** The previous start of a changed event; `startsAt` is then the new one. */
  oldStartsAt?: number;
  timeZone?: string;
  allDay?: boolean;
  /** The organizer's message to savers. */
  message?: string;
  /** Original starts of the dates of a series that a change of plan is about. */
  occurrences?: readonly string[];
  /** The beginning of an announcement. */
  excerpt?: { en: string; fa: string | null };
  /** The author and text of a note. */
  author?: string;
  note?: string;
  /** The follow that matches a new event. */
  because?: FollowReason;
  /** The site whose picture could not be fetched. */
  host?: string;
}

/**
 * A notification in the reader's language. Times are in the event's city's zone, and in the
 * reader's if it differs.
 */
export function notificationText(
  { kind, values }: Pick<NotificationRow, "kind" | "values">,
  reader: ZonedReader,
) {
  const { locale } = reader;
  const t = translatorFor(locale);
  const carried = values as Carried;
  const { reason, changed, count, city, author, note, host } = carried;
  const textValues = {
    title: notificationTitle(carried, reader),
    reason: typeof reason === "object" ? localized(reason, locale) : (reason ?? ""),
    changes: listOf(
      locale,
      (changed ?? []).map((what) => t(`notifications:changed.${what}`)),
    ),
    count: count ?? 0,
    author: author ?? "",
    note: note ?? "",
    host: host ?? "",
    text: carried.excerpt ? localized(carried.excerpt, locale) : "",
    city: city ? localized(city, locale) : "",
    when: startOf(carried, carried.startsAt, reader),
  };
  const { occasion = "starts" } = carried;
  const say = (part: "title" | "message") =>
    occasion === "starts"
      ? t(`notifications:kind.${kind as NotificationKind}.${part}`, textValues)
      : t(`notifications:reminder.${occasion}.${part}`, textValues);
  return {
    title: say("title"),
    message: [
      say("message"),
      ...planSentences(kind, carried, reader, locale),
      ...(carried.because ? [becauseText(carried.because, locale)] : []),
    ].join(" "),
  };
}

/**
 * The title of the event; of a change of dates of a series, with the chosen date and the number of
 * others: "An evening of setar (Tuesday 24 November · 18:00 and 2 more dates)". In the event's
 * zone.
 */
function notificationTitle(
  values: Pick<Carried, "title" | "occurrences" | "oldStartsAt" | "timeZone" | "allDay">,
  reader: Reader,
): string {
  const { locale, calendar } = reader;
  const { title, occurrences, oldStartsAt } = values;
  const text = title ? localized(title, locale) : "";
  if (occurrences === undefined || oldStartsAt === undefined) return text;
  const date = startOf(values, oldStartsAt, { locale, calendar, timeZone: null });
  const others = occurrences.length - 1;
  const t = translatorFor(locale);
  return t("notifications:plan.titleOfDate", {
    title: text,
    dates: others > 0 ? t("notifications:plan.dateAnd", { date, count: others }) : date,
  });
}

/** The reason for a follower's notification of a new event. */
export const becauseText = (because: FollowReason, locale: Locale): string =>
  translatorFor(locale)(`notifications:because.${because.kind}`, {
    name: localized(because, locale),
  });

/** A start in words; of a day of an exhibition with its hours, of several days all of them. */
function startOf(
  { timeZone, allDay = false, city, startsAt, endsAt, lastAt, occasion = "starts" }: Carried,
  at: number | undefined,
  reader: ZonedReader,
): string {
  if (at === undefined || timeZone === undefined) return "";
  if (lastAt !== undefined && at === startsAt)
    return daysInWords({ startsAt, endsAt: lastAt, timeZone }, reader);
  if (occasion !== "starts" && endsAt !== undefined && !allDay)
    return dayWithHours({ startsAt: at, endsAt, timeZone }, reader);
  return zonedStart(
    { at, timeZone, allDay, city: city ? { nameEn: city.en, nameFa: city.fa } : undefined },
    reader,
  );
}

/**
 * Sentences about a change of plan: the old time, the new one if any, and the organizer's message.
 */
function planSentences(
  kind: string,
  carried: Carried,
  reader: ZonedReader,
  locale: Locale,
): string[] {
  const t = translatorFor(locale);
  const { startsAt, oldStartsAt, message } = carried;
  // Of an edit only another start is said here; its sentence names the rest.
  if (oldStartsAt === undefined || (kind === "event-changed" && startsAt === oldStartsAt))
    return [];
  // Of several days that move, both beginnings.
  const dated = startsAt === oldStartsAt ? carried : { ...carried, lastAt: undefined };
  const times = {
    old: startOf(dated, oldStartsAt, reader),
    new: startOf(dated, startsAt, reader),
  };
  const sentence =
    startsAt !== oldStartsAt
      ? t("notifications:plan.moved", times)
      : kind === "event-reinstated"
        ? t("notifications:plan.starts", times)
        : t("notifications:plan.planned", times);
  return [sentence, ...(message ? [t("notifications:plan.quoted", { message })] : [])];
}

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
