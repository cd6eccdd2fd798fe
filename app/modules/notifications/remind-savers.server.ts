import { sql } from "drizzle-orm";
import { domainEvents, type NotifiedPlan } from "../../../db/schema";
import { USUAL_ZONE } from "../../lib/dates/dates.server";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { paths } from "../../lib/paths";
import { describeError, log } from "../../lib/runtime/log";
import { settingsOf } from "../settings/platform-settings.server";
import { isOfChosenDates } from "./audience.server";
import { ruleFor } from "./choose-channels";
import { domainEventStatement, type NewDomainEvent, sendOn } from "./domain-events.server";
import { SAVER_NOTIFICATIONS } from "./event-domain-events.server";
import { type Occasion, outgoingAt } from "./prepare-notifications.server";
import type { Rule } from "./rules/active-rules.server";
import { activeRules } from "./rules/active-rules.server";

/** Events per run; the next run takes the rest. */
const RUN = 300;
/** Statements per batch. */
const BATCH = 50;

/** What happens then (`Occasion`): an exhibition has its first day, its last and those between. */
const OCCASION = sql`CASE WHEN e.runs_until IS NULL THEN 'starts'
  WHEN o.starts_at = (SELECT min(f.starts_at) FROM event_occurrences f WHERE f.event_id = e.id) THEN 'opens'
  WHEN o.ends_at = e.runs_until THEN 'ends' ELSE 'open' END`;

/**
 * Hourly: raises a reminder for each saved event that takes place within a day, on each of its
 * dates, of an exhibition on its first and last; savers who chose some dates are reminded of those.
 * One per event and start: late and repeated runs remind each saver once, and a moved event reminds
 * again.
 */
export async function remindSavers(deps: Deps): Promise<{ reminders: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.all<{
    id: string;
    titleEn: string;
    titleFa: string | null;
    startsAt: number;
    endsAt: number;
    originalStart: string;
    isSeries: number;
    occasion: Occasion;
    timeZone: string;
    allDay: number;
    cityEn: string;
    cityFa: string | null;
    key: string;
  }>(sql`
    SELECT e.id, e.title_en AS titleEn, e.title_fa AS titleFa, e.all_day AS allDay, c.name_en AS cityEn, c.name_fa AS cityFa, o.starts_at AS startsAt, o.ends_at AS endsAt, o.original_start AS originalStart, e.schedule IS NOT NULL AS isSeries, ${OCCASION} AS occasion, e.time_zone AS timeZone, 'reminder:' || e.id || ':' || o.starts_at AS key
    FROM event_occurrences o CROSS JOIN events e CROSS JOIN cities c
    WHERE o.is_over = 0 AND o.starts_at > ${now + HOUR} AND o.starts_at <= ${now + DAY} AND o.status IN ('scheduled', 'sold-out')
      AND e.id = o.event_id AND c.id = e.city_id AND e.is_listed = 1 AND e.lifecycle = 'scheduled' AND e.save_count > 0
      AND ((${OCCASION}) <> 'open' OR EXISTS (SELECT 1 FROM saved_occurrences s WHERE s.event_id = e.id AND s.original_start = o.original_start))
      AND NOT EXISTS (SELECT 1 FROM ${domainEvents} n WHERE n.idempotency_key = 'reminder:' || e.id || ':' || o.starts_at)
    ORDER BY o.starts_at, e.id LIMIT ${RUN}`);
  const reminders = due.map(
    ({
      id,
      titleEn,
      titleFa,
      startsAt,
      endsAt,
      originalStart,
      isSeries,
      occasion,
      timeZone,
      allDay,
      cityEn,
      cityFa,
      key,
    }) =>
      domainEventStatement(deps, {
        trigger: "event.reminder",
        kind: "event-reminder",
        eventId: id,
        actorId: null,
        values: {
          title: { en: titleEn, fa: titleFa },
          startsAt,
          endsAt,
          timeZone,
          allDay: allDay === 1,
          occasion,
          city: { en: cityEn, fa: cityFa },
          ...(isSeries === 1 && { occurrences: [originalStart] }),
          ...(occasion === "open" && { ofChosen: true }),
        },
        actionPath:
          isSeries === 1
            ? `${paths.event(id)}?at=${encodeURIComponent(originalStart)}`
            : paths.event(id),
        idempotencyKey: key,
      } satisfies NewDomainEvent),
  );
  let written = 0;
  await isolateFailures(
    reminders,
    async (part) => {
      const [first, ...rest] = part;
      if (first) await db.batch([first.statement, ...rest.map(({ statement }) => statement)]);
      for (const { id } of part) sendOn(deps, id);
      written += part.length;
    },
    async ({ id }, error) => log("error", "reminder.failed", { id, ...describeError(error) }),
    { atOnce: BATCH },
  );
  return { reminders: written };
}

/** How many people a change of plan reaches, and by which way. */
interface SaverCount {
  people: number;
  byMail: number;
  byPush: number;
  /** Of them, how many live in another time zone, and so get both times. */
  elsewhere: number;
  /** Of them, how many get mail or push after quiet hours only, and when these end, HH:MM. */
  later: { people: number; until: string } | null;
}

const NOBODY: SaverCount = { people: 0, byMail: 0, byPush: 0, elsewhere: 0, later: null };

/** When notices of a change go out, and the starts of the event that hurry them; UTC ms. */
interface Going {
  at: number;
  oldStartsAt: number;
  startsAt: number;
}

/**
 * Counts savers who want to be notified of a change of plan or a message, in one round trip: their preferences as in
 * `chooseChannels`, the channels and quiet hours of active rules for savers. Ignores caps; digests
 * delay no change of plan.
 * @param actorId the author of the change, who is not notified
 * @param occurrences original starts of the dates that change; without them the whole event
 */
export async function countSavers(
  deps: Pick<Deps, "db" | "memo" | "push">,
  event: { id: string; timeZone: string; isListed: boolean },
  plan: NotifiedPlan | "message",
  actorId: string,
  going: Going,
  occurrences?: readonly string[],
): Promise<SaverCount> {
  if (!event.isListed) return NOBODY;
  const [rules, { notifications }] = await Promise.all([
    activeRules(deps, SAVER_NOTIFICATIONS[plan].trigger),
    settingsOf(deps),
  ]);
  const ofSavers = rules.filter(({ audience }) => audience === "savers");
  const channels = new Set(ofSavers.flatMap((rule) => rule.channels));
  if (channels.size === 0) return NOBODY;
  const mails = channels.has("email") && notifications.enableEmailNotifications;
  const pushes = channels.has("push") && deps.push !== null;
  const wants = (category: string) =>
    sql`EXISTS (SELECT 1 FROM json_each(u.notification_preferences, '$.categories') WHERE value = ${category})`;
  const isMailed = sql`${mails ? 1 : 0} AND u.email IS NOT NULL AND u.email_verified_at IS NOT NULL AND u.mail_refused_at IS NULL
    AND u.notification_preferences ->> '$.emailEnabled' = 1`;
  const isPushed = sql`${pushes ? 1 : 0} AND u.notification_preferences ->> '$.pushEnabled' = 1
    AND EXISTS (SELECT 1 FROM push_subscriptions s WHERE s.user_id = u.id)`;
  const zones = await deps.db.all<ZoneCount>(sql`
    SELECT u.time_zone AS timeZone, count(*) AS people, sum(${isMailed}) AS byMail, sum(${isPushed}) AS byPush,
      sum((${isMailed}) OR (${isPushed})) AS written
    FROM (SELECT c.owner_id AS id, max(c.is_default) AS favourite, min(c.is_default) = 0 AS collected
        FROM collection_events ce CROSS JOIN collections c WHERE ce.event_id = ${event.id} AND c.id = ce.collection_id GROUP BY c.owner_id) held
      CROSS JOIN users u
    WHERE u.id = held.id AND u.is_active = 1 AND u.deleted_at IS NULL AND u.id <> ${actorId} AND ${isOfChosenDates(event.id, occurrences, sql`held.id`)}
      AND ((held.favourite AND ${wants("savedEvents")}) OR (held.collected AND ${wants("collections")}))
    GROUP BY u.time_zone`);
  const sum = (of: (zone: ZoneCount) => number) =>
    zones.reduce((total, zone) => total + of(zone), 0);
  return {
    people: sum(({ people }) => people),
    byMail: sum(({ byMail }) => byMail),
    byPush: sum(({ byPush }) => byPush),
    elsewhere: sum(({ timeZone, people }) =>
      timeZone === null || timeZone === event.timeZone ? 0 : people,
    ),
    later: laterOf(ofSavers, SAVER_NOTIFICATIONS[plan].kind, zones, going),
  };
}

/** Savers of one time zone; null for those who have stated none. */
interface ZoneCount {
  timeZone: string | null;
  people: number;
  byMail: number;
  byPush: number;
  /** By either of the two. */
  written: number;
}

/** Those whose night delays a notice; of several rules the first one's hours count. */
function laterOf(
  rules: readonly Rule[],
  kind: string,
  zones: readonly ZoneCount[],
  { at, oldStartsAt, startsAt }: Going,
): SaverCount["later"] {
  const rule = rules.find(({ channels }) => channels.some((channel) => channel !== "in-app"));
  if (!rule) return null;
  const applied = ruleFor(rule, { kind, values: { oldStartsAt } }, startsAt, at);
  const people = zones
    .filter(
      ({ timeZone }) =>
        outgoingAt(at, kind, applied, [startsAt, oldStartsAt], timeZone ?? USUAL_ZONE) > at,
    )
    .reduce((total, { written }) => total + written, 0);
  return people > 0 && applied.quietHours ? { people, until: applied.quietHours.to } : null;
}
