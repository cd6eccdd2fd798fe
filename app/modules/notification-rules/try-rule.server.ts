import { desc, eq, sql } from "drizzle-orm";
import { events, type RuleTrigger } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Locale, localized } from "../../lib/locale";
import { translatorFor } from "../../lib/messages.server";
import { formatNumber } from "../../lib/money";
import type { PageContext } from "../../lib/page-context";
import { paths } from "../../lib/paths";
import { can } from "../../lib/permissions";
import type { TrialView } from "../../lib/rule-views";
import { citiesById } from "../cities/queries.server";
import { eventsInOrder, LIST_COLUMNS } from "../events/event-columns.server";
import { cityName } from "../events/present-event.server";
import { audienceOf, type Recipient } from "../notifications/audience.server";
import { fits } from "../notifications/expand-cause.server";
import { type CauseKind, newsKind } from "../notifications/news-kinds";
import { isWanted, isWritable, type NewsEvent, newsEvent, newsWhen } from "../notifications/prepare-news.server";
import { newsReader, readersDay } from "../notifications/reader-time.server";
import { titleMatch } from "../search/staff-words";
import { settingsOf } from "../settings/platform-settings.server";
import type { Rule } from "./rule";
import { isDigest } from "./schema";

/** People who are named. */
const SHOWN = 50;
/** People whom one look asks about; past them the number is "more than". */
const LOOKED_AT = 10_000;
const PAGE = 500;
const CHOICES = 12;
const WORDS_LENGTH = 100;
const ID = /^[0-9a-f-]{36}$/;

/** What a cause of each trigger is, as an example of it. */
const KINDS: Readonly<Partial<Record<RuleTrigger, CauseKind>>> = {
  "event.approved": "event-approved",
  "event.rejected": "event-rejected",
  "event.flagged": "event-flagged",
  "event.changed": "event-changed",
  "event.cancelled": "event-cancelled",
  "event.reminder": "event-reminder",
  "event.new-in-city": "event-new-in-city",
  "ingestion.completed": "ingestion-completed",
};

/** By which way somebody would hear of it now, or why they would not. */
type Way = "in-app" | "email" | "email-digest" | "push";
const EXCLUSIONS = ["preferences", "mail-off", "unverified", "refused", "cap"] as const;
type Exclusion = (typeof EXCLUSIONS)[number];

interface Reach {
  ways: Way[];
  without: Exclusion[];
}

/** Whom of these the rule has told as often today as it may. */
async function cappedAmong({ db, clock }: Deps, rule: Rule, people: readonly Recipient[]): Promise<Set<string>> {
  if (rule.capPerDay === null || people.length === 0) return new Set();
  const days = people.map((person) => [person.id, readersDay(clock.now(), newsReader(person).timeZone).from]);
  // Keys are `news:<cause>:…`: mail and pushes of one cause count once.
  const told = (table: string) =>
    sql`SELECT substr(t.idempotency_key, 6, 36) AS cause FROM ${sql.raw(table)} t WHERE t.user_id = day.value ->> 0 AND t.rule_key = ${rule.key} AND t.created_at >= day.value ->> 1`;
  const rows = await db.all<{ id: string }>(
    sql`SELECT day.value ->> 0 AS id FROM json_each(${JSON.stringify(days)}) day WHERE (SELECT count(*) FROM (${told("mails")} UNION ${told("pushes")})) >= ${rule.capPerDay}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What prepareNews would decide, with its reasons. */
function reachOf(
  person: Recipient,
  rule: Rule,
  {
    kind,
    isCapped,
    mailsAreOn,
    startsAt,
    sendsPushes,
  }: { kind: CauseKind; isCapped: boolean; mailsAreOn: boolean; startsAt: number | null; sendsPushes: boolean },
): Reach {
  if (!isWanted(person, kind)) return { ways: [], without: ["preferences"] };
  const { isMailed, isVerdict, isPressing } = newsKind(kind);
  const reach: Reach = { ways: rule.channels.includes("in-app") ? ["in-app"] : [], without: [] };
  if (rule.channels.includes("email") && isMailed) {
    const isTooLate = isPressing && startsAt !== null && (person.digestDueAt ?? Number.POSITIVE_INFINITY) >= startsAt;
    const waits = (rule.timing !== "instant" || person.preferences.frequency !== "instant") && !isVerdict && !isTooLate;
    if (!mailsAreOn || !person.preferences.emailEnabled) reach.without.push("mail-off");
    else if (person.mailRefusedAt !== null) reach.without.push("refused");
    else if (!isWritable(person)) reach.without.push("unverified");
    else if (waits) reach.ways.push("email-digest");
    else if (isCapped) reach.without.push("cap");
    else reach.ways.push("email");
  }
  if (rule.channels.includes("push") && rule.timing === "instant" && sendsPushes && person.preferences.pushEnabled && !isCapped)
    reach.ways.push("push");
  return reach;
}

interface Found {
  people: (Recipient & Reach)[];
  total: number;
  isAll: boolean;
  leftOut: Map<Exclusion, number>;
}

async function reached(deps: Deps, rule: Rule, kind: CauseKind, about: NewsEvent | null): Promise<Found> {
  const { notifications } = await settingsOf(deps);
  const found: Found = { people: [], total: 0, isAll: true, leftOut: new Map() };
  let looked = 0;
  for (let after: string | null = ""; after !== null; ) {
    if (looked >= LOOKED_AT) return { ...found, isAll: false };
    const page = await audienceOf(deps, rule, { eventId: about?.event.id ?? null, actorId: null }, after, PAGE);
    const capped = await cappedAmong(deps, rule, page.people);
    for (const person of page.people) {
      const reach = reachOf(person, rule, {
        kind,
        isCapped: capped.has(person.id),
        mailsAreOn: notifications.enableEmailNotifications,
        startsAt: about?.event.startsAt ?? null,
        sendsPushes: deps.push !== null,
      });
      for (const reason of reach.without) found.leftOut.set(reason, (found.leftOut.get(reason) ?? 0) + 1);
      if (reach.ways.length === 0) continue;
      found.total += 1;
      if (found.people.length < SHOWN) found.people.push({ ...person, ...reach });
    }
    looked += PAGE;
    after = page.after;
  }
  return found;
}

/** Why somebody is in the rule's audience, about this event. */
function reasonOf(rule: Rule, about: NewsEvent | null, locale: Locale): string {
  const t = translatorFor(locale);
  const city = about ? cityName(about.city, locale) : "";
  return t(`admin-news:reason.${rule.audience}`, { city });
}

/**
 * Who a rule would reach now about the event of `?event=`, and why; `?q=` finds events. Nothing is written and nothing
 * is sent.
 */
export async function trialOf(context: PageContext, rule: Rule, params: URLSearchParams): Promise<TrialView> {
  const { deps, locale, signedIn } = context;
  const t = translatorFor(locale);
  const query = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const eventId = params.get("event") ?? "";
  const kind = KINDS[rule.trigger];
  const nobody = (note: string, title = rule.name, about = "") => ({
    query,
    choices: [],
    result: { title, about, total: t("admin-news:trial.total", { count: 0 }), shown: null, people: [], leftOut: [], note },
  });
  if (isDigest(rule.trigger) || kind === undefined) return nobody(t("admin-news:trial.digest"));
  const needsEvent = rule.trigger !== "ingestion.completed";
  const about = needsEvent && ID.test(eventId) ? await newsEvent(deps, eventId) : null;
  if (needsEvent && !about) return { query, choices: await choicesFor(context, rule, query), result: null };
  const title = about ? localized({ en: about.event.titleEn, fa: about.event.titleFa }, locale) : rule.name;
  const when = about ? `${newsWhen(about.event, context)} · ${cityName(about.city, locale)}` : "";
  if (!fits(rule, about)) return nobody(t("admin-news:trial.doesNotFit"), title, when);
  if (about && !newsKind(kind).isOfHidden && !about.event.isListed) return nobody(t("admin-news:trial.hidden"), title, when);
  const found = await reached(deps, rule, kind, about);
  const mayRead = can(signedIn, "user:manage");
  const count = (number: number) => formatNumber(number, locale);
  return {
    query,
    choices: [],
    result: {
      title,
      about: when,
      total: t(found.isAll ? "admin-news:trial.total" : "admin-news:trial.moreThan", { count: found.total }),
      shown: found.total > found.people.length ? t("admin-news:trial.shown", { count: found.people.length }) : null,
      people: found.people.map(({ id, displayName, email, ways }) => ({
        id,
        name: displayName,
        email: mayRead ? email : null,
        reason: reasonOf(rule, about, locale),
        how: ways.map((way) => t(`admin-news:way.${way}`)).join(t("admin-news:comma")),
      })),
      leftOut: EXCLUSIONS.flatMap((reason) => {
        const number = found.leftOut.get(reason);
        return number ? [{ reason: t(`admin-news:without.${reason}`), count: count(number) }] : [];
      }),
      note: rule.isActive ? null : t("admin-news:trial.isOff"),
    },
  };
}

/** Events that words find, or the newest where nobody has typed any. */
async function choicesFor({ deps, locale, calendar }: PageContext, rule: Rule, query: string): Promise<TrialView["choices"]> {
  const match = query === "" ? null : titleMatch(query);
  if (query !== "" && match === null) return [];
  const found =
    match === null
      ? deps.db.select({ id: events.id }).from(events).where(sql`is_listed = 1 AND is_over = 0`).orderBy(desc(events.publishedAt))
      : deps.db
          .select({ id: events.id })
          .from(sql`event_titles`)
          .innerJoin(events, eq(events.searchRowid, sql`event_titles.rowid`))
          .where(sql`event_titles MATCH ${match} AND ${events.deletedAt} IS NULL`)
          .orderBy(desc(sql`event_titles.rowid`));
  const ids = (await found.limit(CHOICES)).map(({ id }) => id);
  const [rows, cities] = await Promise.all([eventsInOrder(deps.db, LIST_COLUMNS, ids), citiesById(deps)]);
  return rows.map((event) => ({
    id: event.id,
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    about: `${newsWhen(event, { locale, calendar })} · ${cityName(cities.get(event.cityId), locale)}`,
    href: paths.adminNotificationRules({ rule: rule.key, try: 1, event: event.id }),
  }));
}
