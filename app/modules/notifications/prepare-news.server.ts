import { inArray } from "drizzle-orm";
import { type Channel, events, pushSubscriptions } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { paths } from "../../lib/paths";
import { type City, citiesById } from "../cities/queries.server";
import { digestTakesUpAt } from "../digests/digest-times.server";
import { type EventListRow, eventsInOrder, LIST_COLUMNS } from "../events/event-columns.server";
import { formatDays, formatHours, isMultiDay } from "../events/event-times.server";
import { cityName, coverOf, priceText } from "../events/present-event.server";
import { countedUrl, pixelUrl } from "../mail/mail-tracking.server";
import { renderNewsMail } from "../mail-templates/render-news.server";
import type { Rule } from "../notification-rules/rules.server";
import type { Recipient } from "./audience.server";
import type { CauseRow } from "./causes.server";
import { categoryFor, chooseChannels, type Way } from "./choose-channels";
import type { PreparedDigestItem, PreparedMail, PreparedPush } from "./news-channels.server";
import { notificationText } from "./notification-text.server";
import { afterQuietHours, type NewsReader, newsReader, readersDay } from "./reader-time.server";
import { type Unsubscribed, unsubscribeToken } from "./unsubscribe-links.server";

const COLUMNS = { ...LIST_COLUMNS, isFeatured: events.isFeatured, isListed: events.isListed, creatorId: events.creatorId };

/** The event that news are about, as it stands now. */
export interface NewsEvent {
  event: EventListRow & { isFeatured: boolean; isListed: boolean };
  /** Null where the account is gone. */
  creatorId: string | null;
  city: City | undefined;
}

/** @returns null where it is gone for good */
export async function newsEvent(deps: Pick<Deps, "db" | "memo">, id: string): Promise<NewsEvent | null> {
  const [found] = await eventsInOrder(deps.db, COLUMNS, [id]);
  if (!found) return null;
  const { creatorId, ...event } = found;
  return { event, creatorId, city: (await citiesById(deps)).get(event.cityId) };
}

/** "Tuesday 8 December 2026, 20:30", in the event's own wall time. */
export function newsWhen(event: EventListRow, reader: Pick<NewsReader, "locale" | "calendar">): string {
  const days = formatDays(event, reader, { weekday: true });
  if (event.allDay || isMultiDay(event)) return days;
  return translatorFor(reader.locale)("pages:event.dayTime", { day: days, time: formatHours(event, reader.locale) });
}

/** What a mail about an event names, in its reader's language. */
export function newsEventValues(
  { event, city }: Pick<NewsEvent, "event" | "city">,
  reader: Pick<NewsReader, "locale" | "calendar">,
  siteUrl: string,
) {
  return {
    title: localized({ en: event.titleEn, fa: event.titleFa }, reader.locale),
    when: newsWhen(event, reader),
    venue: localized({ en: event.venueEn, fa: event.venueFa }, reader.locale),
    city: cityName(city, reader.locale),
    price: priceText(event, reader.locale),
    imageUrl: new URL(coverOf(event), siteUrl).href,
  };
}

/** What of one cause goes to some people by which way. */
export interface PreparedNews {
  /** Ids of people who find it in their lists. */
  inApp: string[];
  mails: PreparedMail[];
  pushes: PreparedPush[];
  /** People who find it in their next digest, or in the next that the rule allows. */
  digests: PreparedDigestItem[];
}

interface NewsContext {
  cause: Pick<CauseRow, "id" | "kind" | "values" | "actionPath">;
  rule: Pick<Rule, "timing" | "templateKey" | "quietHours"> & { channels: readonly Channel[] };
  about: NewsEvent | null;
  /** Whether mails are on at all (product.md §5, platform settings). */
  mailsAreOn: boolean;
}

/**
 * Decides who hears of something which way (`chooseChannels`) and when, and writes it. The lists of the product get it at
 * once; what goes out waits for the end of the rule's quiet hours. Caps are counted as it is stored.
 */
export async function prepareNews(
  deps: Deps,
  { cause, rule, about, mailsAreOn }: NewsContext,
  people: readonly Recipient[],
): Promise<PreparedNews> {
  const now = deps.clock.now();
  const circumstances = { mailsAreOn, sendsPushes: deps.push !== null, startsAt: about?.event.startsAt ?? null, isCapped: false };
  const choices = people.map((person) => {
    const digestDueAt = digestTakesUpAt(rule, person, now);
    return { person, digestDueAt, ways: chooseChannels({ ...person, digestDueAt }, rule, cause.kind, circumstances).ways };
  });
  const by = (way: Way) => choices.filter(({ ways }) => ways.includes(way)).map(({ person }) => person);
  const toMail = by("email").map((person) => {
    const reader = newsReader(person);
    return { person, reader, dueAt: afterQuietHours(now, rule.quietHours, reader.timeZone) };
  });
  return {
    inApp: by("in-app").map(({ id }) => id),
    mails: await Promise.all(toMail.map((entry) => prepareMail(deps, { cause, rule, about, now }, entry))),
    pushes: await preparePushes(deps, cause, rule, by("push")),
    digests: choices
      .filter(({ ways }) => ways.includes("email-digest"))
      .map(({ person, digestDueAt }) => ({ userId: person.id, dueAt: rule.timing === "weekly" ? (digestDueAt ?? now) : now })),
  };
}

async function prepareMail(
  deps: Deps,
  { cause, rule, about, now }: Pick<NewsContext, "cause" | "rule" | "about"> & { now: number },
  { person, reader, dueAt }: { person: Recipient; reader: NewsReader; dueAt: number },
): Promise<PreparedMail> {
  const id = deps.ids.next();
  const unsubscribes: Unsubscribed = categoryFor(person, cause.kind) ?? "all";
  const isTracked = person.allowsMailTracking;
  const link =
    cause.actionPath === null ? null : isTracked ? await countedUrl(deps, id, cause.actionPath) : deps.siteUrl + cause.actionPath;
  const body = await renderNewsMail(deps, {
    templateKey: rule.templateKey,
    kind: cause.kind,
    locale: reader.locale,
    reader: { displayName: person.displayName, timeZone: reader.timeZone, calendar: reader.calendar },
    values: {
      ...(about && newsEventValues(about, reader, deps.siteUrl)),
      ...cause.values,
      ...changesOf(cause, about, reader, deps.siteUrl),
    },
    link,
    sections: [],
    unsubscribeUrl: deps.siteUrl + paths.unsubscribe(await unsubscribeToken(deps, person.id, unsubscribes)),
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

/** What has changed of an event, a sentence each. */
function changesOf({ kind, values }: Pick<CauseRow, "kind" | "values">, about: NewsEvent | null, reader: NewsReader, siteUrl: string) {
  if (kind !== "event-changed" || !about || !Array.isArray(values.changed)) return null;
  const t = translatorFor(reader.locale);
  const { when, venue, city } = newsEventValues(about, reader, siteUrl);
  const changed = values.changed as ("title" | "time" | "place")[];
  return { changes: changed.map((what) => t(`notifications:change.${what}`, { when, venue: venue || city })) };
}

async function preparePushes(
  deps: Deps,
  cause: NewsContext["cause"],
  rule: NewsContext["rule"],
  people: readonly Recipient[],
): Promise<PreparedPush[]> {
  if (people.length === 0) return [];
  const now = deps.clock.now();
  const byId = new Map(people.map((person) => [person.id, person]));
  const subscriptions = await deps.db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId, locale: pushSubscriptions.locale })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, [...byId.keys()]));
  return subscriptions.flatMap(({ id: subscriptionId, userId, locale }) => {
    const person = byId.get(userId);
    if (!person) return [];
    const { timeZone } = newsReader(person);
    const { title, message } = notificationText(cause, locale);
    return [
      {
        id: deps.ids.next(),
        subscriptionId,
        userId,
        // As the service worker reads it (app/service-worker).
        payload: { title, message, actionUrl: cause.actionPath ?? paths.notifications(), tag: cause.id, lang: locale },
        dueAt: afterQuietHours(now, rule.quietHours, timeZone),
        day: readersDay(now, timeZone),
      },
    ];
  });
}
