import { sql } from "drizzle-orm";
import { domainEvents } from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { domainEventStatement, type NewDomainEvent, sendOn } from "./domain-events.server";

/** Events per run; the next run takes the rest. */
const RUN = 300;
/** Statements per batch. */
const BATCH = 50;

/**
 * Hourly: raises a reminder for each saved event that takes place within a day, on each of its
 * dates; savers who chose some dates are reminded of those. One per event and start: late and
 * repeated runs remind each saver once, and a moved event reminds again.
 */
export async function remindSavers(deps: Deps): Promise<{ reminders: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.all<{
    id: string;
    titleEn: string;
    titleFa: string | null;
    startsAt: number;
    originalStart: string;
    isSeries: number;
    timeZone: string;
    allDay: number;
    cityEn: string;
    cityFa: string | null;
    key: string;
  }>(sql`
    SELECT e.id, e.title_en AS titleEn, e.title_fa AS titleFa, e.all_day AS allDay, c.name_en AS cityEn, c.name_fa AS cityFa, o.starts_at AS startsAt, o.original_start AS originalStart, e.schedule IS NOT NULL AS isSeries, e.time_zone AS timeZone, 'reminder:' || e.id || ':' || o.starts_at AS key
    FROM event_occurrences o CROSS JOIN events e CROSS JOIN cities c
    WHERE o.is_over = 0 AND o.starts_at > ${now + HOUR} AND o.starts_at <= ${now + DAY} AND o.status IN ('scheduled', 'sold-out')
      AND e.id = o.event_id AND c.id = e.city_id AND e.is_listed = 1 AND e.lifecycle = 'scheduled' AND e.save_count > 0
      AND NOT EXISTS (SELECT 1 FROM ${domainEvents} n WHERE n.idempotency_key = 'reminder:' || e.id || ':' || o.starts_at)
    ORDER BY o.starts_at, e.id LIMIT ${RUN}`);
  const reminders = due.map(
    ({
      id,
      titleEn,
      titleFa,
      startsAt,
      originalStart,
      isSeries,
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
          timeZone,
          allDay: allDay === 1,
          city: { en: cityEn, fa: cityFa },
          ...(isSeries === 1 && { occurrences: [originalStart] }),
        },
        actionPath:
          isSeries === 1
            ? `${paths.event(id)}?at=${encodeURIComponent(originalStart)}`
            : paths.event(id),
        idempotencyKey: key,
      } satisfies NewDomainEvent),
  );
  for (let at = 0; at < reminders.length; at += BATCH) {
    const [first, ...rest] = reminders.slice(at, at + BATCH);
    if (first) await db.batch([first.statement, ...rest.map(({ statement }) => statement)]);
  }
  for (const { id } of reminders) sendOn(deps, id);
  return { reminders: reminders.length };
}
