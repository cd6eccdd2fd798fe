import { and, between, eq, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { distinctPairs, type EventValues, events, venues } from "../../../../db/schema";
import { fromWallTime, localDay } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import { instantOf } from "../../../lib/dates/written-times.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Schedule } from "../../../lib/event/schedule";
import { type Actor, assertCan } from "../../../lib/permissions";
import { titleKey } from "../../../lib/text/search-text";
import { auditEntry } from "../../audit/audit-entry.server";
import { expandSchedule } from "../../schedule/expand-schedule.server";
import { runGuarded } from "../../store/run-guarded.server";
import { type EventProfile, MAX_START_DIFFERENCE, profileEvent } from "./compare-events";
import type { Comparison, EventSubject, SubjectDate } from "./event-subject";
import { compareWithEach, dayAway, findPairs } from "./find-pairs";
import { bookOfVenues, type KnownVenue } from "./venue-similarity";

/** Two ids in the order of the table's key. */
export const pairOf = (a: string, b: string) =>
  a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };

/** SQL condition on `events`: a moderator judged the row and the event `id` distinct. */
const isJudgedDistinct = (id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM distinct_pairs WHERE first_id = min(${events.id}, ${id}) AND second_id = max(${events.id}, ${id}))`;

/**
 * Records that two similar events are distinct. Idempotent except for the audit log.
 * @param following statements for the end of the batch
 * @throws not-found if either event does not exist
 */
export async function markDistinct(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor | null,
  one: string,
  other: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:moderate");
  const there = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [one, other]));
  if (there.length !== 2) throw new AppError("not-found");
  await runGuarded(deps, [
    deps.db
      .insert(distinctPairs)
      .values({ ...pairOf(one, other), decidedBy: actor.id, createdAt: deps.clock.now() })
      .onConflictDoNothing(),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.kept-apart",
      entity: "event",
      entityId: one,
      metadata: { other },
      sessionId: actor.sessionId,
    }),
    ...following,
  ]);
}

/**
 * Statuses that take part: drafts are private, rejected and deleted events do not count; cancelled
 * ones do.
 */
const COMPARED_STATUSES = ["pending", "approved", "flagged"] as const;

/** Maximum events read per city and day, ten times a busy day. */
const MAX_PER_DAY = 300;
/**
 * Maximum rows of the city's list per day that are looked through for series, five times a busy
 * day.
 */
const MAX_LISTED = 150;
/** Maximum events read per title, day and city. */
const MAX_NAMESAKES = 10;
/** Maximum events compared with one ingestion run: a month of a big city. */
const MAX_PER_RUN = 5_000;
/** Maximum known venues read per city. */
const MAX_VENUES = 500;

/** Columns needed for a comparison and its display. */
export const COMPARED = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  venueEn: events.venueEn,
  venueFa: events.venueFa,
  venueId: events.venueId,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  timeZone: events.timeZone,
  localDay: events.localDay,
  allDay: events.allDay,
  schedule: events.schedule,
  ticketUrl: events.ticketUrl,
  status: events.status,
  version: events.version,
} as const;

interface ComparedRow {
  id: string;
  cityId: string;
  titleEn: string;
  titleFa: string | null;
  venueEn: string;
  venueFa: string | null;
  venueId: string | null;
  startsAt: number;
  endsAt: number;
  timeZone: string;
  localDay: string;
  allDay: boolean;
  schedule: Schedule | null;
  ticketUrl: string | null;
  status: (typeof events.$inferSelect)["status"];
  version: number;
}

/** Days of a series that are compared, from its next date. */
const SERIES_DAYS = 120;
/** Days of a series in which its duplicates are looked for. */
const LOOKED_DAYS = 14;

/**
 * Dates of a schedule from its next one; null for one date. Cancelled ones count, as cancelled
 * events do. @param from UTC epoch ms
 */
function subjectDates(
  schedule: Schedule | null,
  timeZone: string,
  from: number,
): SubjectDate[] | null {
  if (!schedule) return null;
  const dates = expandSchedule(
    schedule,
    { eventId: "", timeZone },
    { from, to: from + SERIES_DAYS * DAY },
  );
  return dates.length > 1
    ? dates.map(({ startsAt, localDay: day }) => ({ startsAt, localDay: day }))
    : null;
}

/** A condition that chooses no index. */
const unindexed = (condition: SQL | undefined) => sql`+(${condition})`;

/**
 * Series of a city with a date on some days: their own row has their next date alone.
 * @param most rows of the list that are looked through
 */
const seriesOn = (
  { id, timeZone }: { id: string; timeZone: string },
  first: string,
  last: string,
  most: number,
) => {
  const [from, to] = [
    fromWallTime(first, "00:00", timeZone),
    fromWallTime(dayAway(last, 1), "00:00", timeZone),
  ];
  const listed = sql`SELECT event_id, is_next FROM event_facets WHERE facet = ${`city:${id}`} AND is_over = 0 AND starts_at BETWEEN ${from} AND ${to} ORDER BY starts_at LIMIT ${most}`;
  return sql`${events.id} IN (SELECT event_id FROM (${listed}) WHERE is_next = 0)`;
};

/** A stored event as a subject of comparison. */
export const subjectOfRow = (row: ComparedRow): EventSubject => ({
  id: row.id,
  cityId: row.cityId,
  title: { en: row.titleEn, fa: row.titleFa },
  venue: { en: row.venueEn, fa: row.venueFa },
  venueId: row.venueId,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  localDay: row.localDay,
  dates: subjectDates(row.schedule, row.timeZone, row.startsAt),
  hasTime: !row.allDay,
  url: row.ticketUrl,
});

/** A stored event and its comparison with the subject. */
export interface FoundDuplicate {
  event: ComparedRow;
  comparison: Comparison;
}

interface Lookup {
  timeZone: string;
  /**
   * Viewer: an author sees only their own events among those that are not public. Null for staff.
   */
  authorId: string | null;
  /** Maximum number of results. */
  most: number;
}

const visibleTo = (authorId: string | null) =>
  and(
    isNull(events.deletedAt),
    inArray(events.status, [...COMPARED_STATUSES]),
    authorId === null ? undefined : or(eq(events.isListed, true), eq(events.creatorId, authorId)),
  );

const venuesOf = ({ db }: Pick<Deps, "db">, cityId: string) =>
  db
    .select({ id: venues.id, cityId: venues.cityId, nameEn: venues.nameEn, nameFa: venues.nameFa })
    .from(venues)
    .where(eq(venues.cityId, cityId))
    .limit(MAX_VENUES);

/**
 * Days on which the same event may be stored: its own, and the neighbours if it starts near
 * midnight or lasts for days.
 */
function daysOf(subject: EventSubject, timeZone: string): string[] {
  const isLong =
    subject.endsAt !== null && subject.endsAt - subject.startsAt > 20 * MAX_START_DIFFERENCE;
  const near = subject.hasTime
    ? [-MAX_START_DIFFERENCE, MAX_START_DIFFERENCE].map((by) =>
        localDay(subject.startsAt + by, timeZone),
      )
    : [];
  const series = (subject.dates ?? [])
    .map((date) => date.localDay)
    .filter((day) => day <= dayAway(subject.localDay, LOOKED_DAYS));
  const long = isLong ? [-1, 1].map((days) => dayAway(subject.localDay, days)) : [];
  return [...new Set([subject.localDay, ...near, ...long, ...series])];
}

/**
 * Statements that find possible duplicates of a subject, for use in a batch, and `read`, which
 * turns their results into duplicates, showings and namesakes (decisions.md §3), best first. Both
 * use the index by city, day and title: equal titles come first, so that a full day hides none.
 */
export function duplicatesLookup(
  deps: Pick<Deps, "db">,
  subject: EventSubject,
  { timeZone, authorId, most }: Lookup,
) {
  const { db } = deps;
  const other = and(
    ne(events.id, subject.id),
    visibleTo(authorId),
    not(isJudgedDistinct(subject.id)),
  );
  const ofCity = eq(events.cityId, subject.cityId);
  const days = daysOf(subject, timeZone).sort();
  const statements = [
    db
      .select(COMPARED)
      .from(events)
      .where(
        and(
          ofCity,
          eq(events.localDay, subject.localDay),
          eq(events.titleKey, titleKey(subject.title.en ?? "")),
          other,
        ),
      )
      .limit(MAX_NAMESAKES),
    db
      .select(COMPARED)
      .from(events)
      .where(and(ofCity, inArray(events.localDay, days), other))
      .limit(MAX_PER_DAY),
    db
      .select(COMPARED)
      .from(events)
      .where(
        and(
          seriesOn(
            { id: subject.cityId, timeZone },
            days[0] ?? subject.localDay,
            days.at(-1) ?? subject.localDay,
            MAX_LISTED * (subject.dates ? days.length : 1),
          ),
          unindexed(other),
        ),
      )
      .limit(MAX_PER_DAY),
    venuesOf(deps, subject.cityId),
  ] as const;
  const read = (
    namesakes: readonly ComparedRow[],
    neighbours: readonly ComparedRow[],
    series: readonly ComparedRow[],
    known: readonly KnownVenue[],
  ): FoundDuplicate[] => {
    const book = bookOfVenues(known);
    const rows = new Map([...namesakes, ...neighbours, ...series].map((row) => [row.id, row]));
    const among = [...rows.values()].map((row) => profileEvent(subjectOfRow(row), book));
    return foundOf(compareWithEach(profileEvent(subject, book), among), rows).slice(0, most);
  };
  return { statements, read };
}

const foundOf = (
  pairs: ReturnType<typeof findPairs>,
  rows: ReadonlyMap<string, ComparedRow>,
): FoundDuplicate[] =>
  pairs.flatMap(({ b, comparison }) => {
    const event = rows.get(b.subject.id);
    return event ? [{ event, comparison }] : [];
  });

/** Possible duplicates of the subject among the stored events, best first. One round trip. */
export async function findDuplicates(
  deps: Pick<Deps, "db">,
  subject: EventSubject,
  lookup: Lookup,
): Promise<FoundDuplicate[]> {
  const { statements, read } = duplicatesLookup(deps, subject, lookup);
  return read(...(await deps.db.batch(statements)));
}

/** Duplicates of an ingestion run, among the stored events and within the run. */
interface RunDuplicates {
  /** Stored events per candidate id, best first. */
  existing: ReadonlyMap<string, readonly FoundDuplicate[]>;
  /** Prepared candidates, to compare with one another. */
  profiles: readonly EventProfile[];
}

/**
 * `findDuplicates` for all candidates of a run, which share a city: one round trip for the whole
 * range of days, then comparisons in memory by day.
 */
export async function findDuplicatesOfRun(
  deps: Pick<Deps, "db">,
  { id: cityId, timeZone }: { id: string; timeZone: string },
  subjects: readonly EventSubject[],
): Promise<RunDuplicates> {
  const days = subjects
    .flatMap(({ localDay: day, dates }) => [day, ...(dates ?? []).map((date) => date.localDay)])
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { existing: new Map(), profiles: [] };
  const [near, series, known] = await deps.db.batch([
    deps.db
      .select(COMPARED)
      .from(events)
      .where(
        and(
          eq(events.cityId, cityId),
          between(events.localDay, dayAway(first, -1), dayAway(last, 1)),
          visibleTo(null),
        ),
      )
      .limit(MAX_PER_RUN),
    deps.db
      .select(COMPARED)
      .from(events)
      .where(
        and(
          seriesOn({ id: cityId, timeZone }, first, last, MAX_PER_RUN),
          unindexed(visibleTo(null)),
        ),
      )
      .limit(MAX_PER_RUN),
    venuesOf(deps, cityId),
  ]);
  const book = bookOfVenues(known);
  const rows = new Map([...near, ...series].map((row) => [row.id, row]));
  const profiles = subjects.map((subject) => profileEvent(subject, book));
  const pairs = findPairs(
    profiles,
    [...rows.values()].map((row) => profileEvent(subjectOfRow(row), book)),
  );
  const existing = new Map<string, FoundDuplicate[]>();
  for (const pair of pairs)
    existing.set(pair.a.subject.id, [
      ...(existing.get(pair.a.subject.id) ?? []),
      ...foundOf([pair], rows),
    ]);
  return { existing, profiles };
}

/** Form values as a subject of comparison; null without title, city or start. */
export function subjectOfValues(
  id: string,
  values: Pick<
    EventValues,
    "title" | "venue" | "startsAt" | "endsAt" | "allDay" | "schedule" | "ticketUrl"
  >,
  city: { id: string; timeZone: string } | undefined,
): EventSubject | null {
  if (!city || values.startsAt === null || !(values.title.en?.trim() || values.title.fa?.trim()))
    return null;
  const startsAt = instantOf(values.startsAt, city.timeZone);
  if (startsAt === null) return null;
  return {
    id,
    cityId: city.id,
    title: values.title,
    venue: values.venue,
    venueId: null,
    startsAt,
    endsAt: values.endsAt === null ? null : instantOf(values.endsAt, city.timeZone),
    localDay: localDay(startsAt, city.timeZone),
    dates: subjectDates(values.schedule, city.timeZone, startsAt),
    hasTime: !values.allDay,
    url: values.ticketUrl,
  };
}
