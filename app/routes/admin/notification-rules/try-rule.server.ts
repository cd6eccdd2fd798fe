import { and, desc, eq, sql } from "drizzle-orm";
import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { Deps } from "~/lib/deps";
import type { RequestContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { EVENTLESS_TRIGGERS } from "~/lib/text/rule-in-words";
import { citiesById } from "~/modules/cities/queries.server";
import { eventsInOrder, LIST_COLUMNS } from "~/modules/events/event-columns.server";
import {
  findNotifiedEvent,
  type NotifiedEvent,
  whenOfEvent,
} from "~/modules/events/present/notified-event.server";
import { cityName } from "~/modules/events/present/present-event.server";
import {
  type DomainEventKind,
  EXCLUSIONS,
  notificationKind,
} from "~/modules/notifications/choose-channels";
import { fits } from "~/modules/notifications/expand-domain-event.server";
import type { Rule } from "~/modules/notifications/rules/active-rules.server";
import { reachOf } from "~/modules/notifications/rules/rules.server";
import { isDigest } from "~/modules/notifications/rules/schema";
import { titleMatch } from "~/modules/search/staff-words";
import { events, type RuleTrigger } from "../../../../db/schema";

export type TrialView = Awaited<ReturnType<typeof trialOf>>;

const CHOICES = 12;
const WORDS_LENGTH = 100;

/** An example kind of each trigger. */
const KINDS: Readonly<Partial<Record<RuleTrigger, DomainEventKind>>> = {
  "event.approved": "event-approved",
  "event.rejected": "event-rejected",
  "event.flagged": "event-flagged",
  "event.changed": "event-changed",
  "event.cancelled": "event-cancelled",
  "event.reminder": "event-reminder",
  "event.new-in-city": "event-new-in-city",
  "event.dates-added": "event-dates-added",
  "ingestion.completed": "ingestion-completed",
  "source.broken": "source-broken",
};

/** Why a user is in the rule's audience for this event. */
function reasonOf(rule: Rule, about: NotifiedEvent | null, locale: Locale): string {
  const t = translatorFor(locale);
  const city = about ? cityName(about.city, locale) : "";
  return t(`notification-admin:reason.${rule.audience}`, { city });
}

/**
 * The users that a rule would notify now of the event `?event=`, with reasons; `?q=` searches
 * events. Read-only.
 */
export async function trialOf(context: RequestContext, rule: Rule, params: URLSearchParams) {
  const { deps, locale, signedIn } = context;
  const t = translatorFor(locale);
  const query = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const eventId = params.get("event") ?? "";
  const kind = KINDS[rule.trigger];
  const noRecipient = (note: string, title = rule.name, about = "") => ({
    query,
    choices: [],
    result: {
      title,
      about,
      total: t("notification-admin:trial.total", { count: 0 }),
      shown: null,
      people: [],
      leftOut: [],
      note,
    },
  });
  if (rule.trigger === "host.announced")
    return noRecipient(t("notification-admin:trial.announcement"));
  if (rule.trigger === "host.decided")
    return noRecipient(t("notification-admin:trial.hostDecision"));
  if (rule.trigger === "webhook.failed") return noRecipient(t("notification-admin:trial.webhook"));
  if (isDigest(rule.trigger) || kind === undefined)
    return noRecipient(t("notification-admin:trial.digest"));
  const needsEvent = !EVENTLESS_TRIGGERS.includes(rule.trigger);
  const picked =
    needsEvent && eventId === "" && query === "" ? await fittingEvent(deps, rule) : eventId;
  const about = needsEvent && isUuid(picked) ? await findNotifiedEvent(deps, picked) : null;
  if (needsEvent && !about)
    return { query, choices: await choicesFor(context, rule, query), result: null };
  const title = about
    ? localized({ en: about.event.titleEn, fa: about.event.titleFa }, locale)
    : rule.name;
  const when = about
    ? `${whenOfEvent(about, { locale, calendar: context.calendar })} · ${cityName(about.city, locale)}`
    : "";
  if (!fits(rule, about)) return noRecipient(t("notification-admin:trial.doesNotFit"), title, when);
  if (about && !notificationKind(kind).isOfHidden && !about.event.isListed)
    return noRecipient(t("notification-admin:trial.hidden"), title, when);
  const found = await reachOf(deps, rule, kind, about);
  const mayRead = can(signedIn, "user:manage");
  const count = (number: number) => formatNumber(number, locale);
  return {
    query,
    choices: [],
    result: {
      title,
      about: when,
      total: t(
        found.isAll ? "notification-admin:trial.total" : "notification-admin:trial.moreThan",
        { count: found.total },
      ),
      shown:
        found.total > found.people.length
          ? t("notification-admin:trial.shown", { count: found.people.length })
          : null,
      people: found.people.map(({ id, displayName, email, ways }) => ({
        id,
        name: displayName,
        email: mayRead ? email : null,
        reason: reasonOf(rule, about, locale),
        how: ways
          .map((way) => t(`notification-admin:way.${way}`))
          .join(t("notification-admin:comma")),
      })),
      leftOut: EXCLUSIONS.flatMap((reason) => {
        const number = found.leftOut.get(reason);
        return number
          ? [{ reason: t(`notification-admin:without.${reason}`), count: count(number) }]
          : [];
      }),
      note: rule.isActive ? null : t("notification-admin:trial.isOff"),
    },
  };
}

/** The id of the newest public event that fits the rule's conditions, "" without one. */
async function fittingEvent(
  { db }: Pick<Deps, "db">,
  { conditions: { cities, categories, featuredOnly } }: Rule,
): Promise<string> {
  const row = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        sql`is_listed = 1 AND is_over = 0`,
        cities.length > 0
          ? sql`city_id IN (SELECT id FROM cities WHERE slug IN (SELECT value FROM json_each(${JSON.stringify(cities)})))`
          : undefined,
        categories.length > 0
          ? sql`EXISTS (SELECT 1 FROM json_each(categories) AS one WHERE one.value IN (SELECT value FROM json_each(${JSON.stringify(categories)})))`
          : undefined,
        featuredOnly ? sql`is_featured = 1` : undefined,
      ),
    )
    .orderBy(desc(events.publishedAt))
    .limit(1)
    .get();
  return row?.id ?? "";
}

/** Events by search words, or the newest without any. */
async function choicesFor({ deps, locale, calendar }: RequestContext, rule: Rule, query: string) {
  const match = query === "" ? null : titleMatch(query);
  if (query !== "" && match === null) return [];
  const found =
    match === null
      ? deps.db
          .select({ id: events.id })
          .from(events)
          .where(sql`is_listed = 1 AND is_over = 0`)
          .orderBy(desc(events.publishedAt))
      : deps.db
          .select({ id: events.id })
          .from(sql`event_titles`)
          .innerJoin(events, eq(events.searchRowid, sql`event_titles.rowid`))
          .where(sql`event_titles MATCH ${match} AND ${events.deletedAt} IS NULL`)
          .orderBy(desc(sql`event_titles.rowid`));
  const ids = (await found.limit(CHOICES)).map(({ id }) => id);
  const [rows, cities] = await Promise.all([
    eventsInOrder(deps.db, LIST_COLUMNS, ids),
    citiesById(deps),
  ]);
  return rows.map((event) => ({
    id: event.id,
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    about: `${whenOfEvent({ event, city: cities.get(event.cityId) }, { locale, calendar })} · ${cityName(cities.get(event.cityId), locale)}`,
    href: paths.adminNotificationRules({ rule: rule.key, try: 1, event: event.id }),
  }));
}
