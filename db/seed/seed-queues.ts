import { and, eq } from "drizzle-orm";
import { fromWallTime, localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { refreshCities } from "../../app/modules/cities/complete-city.server";
import { eventRow } from "../../app/modules/events/event-row.server";
import {
  DEFAULT_NOTIFICATIONS,
  userSearchKey,
} from "../../app/modules/identity/users/queries.server";
import { indexEventStatements } from "../../app/modules/search/index-event.server";
import type { Database } from "../client";
import {
  cities,
  type EventStatus,
  eventDecisions,
  eventFlags,
  eventRevisions,
  eventSubmissions,
  events,
  type FLAG_REASONS,
  trustEntries,
  users,
} from "../schema";
import { type SeedCity, seedCities } from "./place-events";
import queueEvents from "./queue-events.json";
import { inBatches, type Statement, seedId } from "./seed-statements";

interface Text {
  en: string;
  fa: string | null;
}

interface QueueEvent {
  key: string;
  status: EventStatus;
  city: string;
  title: Text;
  description: Text;
  venueName: Text;
  categories: string[];
  /** Days from the day of seeding, in the city's zone. */
  startDayOffset: number;
  startTime: string;
  durationMinutes: number;
  price: number;
  currency: string;
  tags: string[];
  creator: string;
  rejectionReason?: string;
  flags?: [reporter: string, reason: (typeof FLAG_REASONS)[number], note: string | null][];
  /** The creator's pending edit. */
  revision?: { startTime: string; venueName: Text; price: number };
}

/** Authors of submissions and reports, without address and password, so they cannot sign in. */
const PEOPLE = {
  golnar: "Golnar Etemadi",
  arash: "Arash Behzadi",
  hamed: "Hamed Vaziri",
  shirin: "Shirin Azad",
} as const;

/** Work for staff: pending, reported and rejected events, and an edit (decisions.md §3). */
export async function seedQueues(db: Database, now: number): Promise<void> {
  const people = new Map(
    await Promise.all(
      Object.keys(PEOPLE).map(async (name) => [name, await seedId("user", name)] as const),
    ),
  );
  const personOf = (name: string): string => people.get(name) ?? "";
  await inBatches(
    db,
    Object.entries(PEOPLE).map(([name, displayName]) =>
      db
        .insert(users)
        .values({
          id: personOf(name),
          email: null,
          emailVerifiedAt: now - 90 * DAY,
          displayName,
          interests: [],
          cities: [],
          notificationPreferences: { ...DEFAULT_NOTIFICATIONS, emailEnabled: false },
          onboardingCompletedAt: now,
          searchKey: userSearchKey(displayName, null),
          createdAt: now - 90 * DAY,
          updatedAt: now,
        })
        .onConflictDoNothing(),
    ),
  );
  const queue = queueEvents as QueueEvent[];
  for (const [order, event] of queue.entries()) {
    const city = seedCities.find(({ slug }) => slug === event.city);
    if (!city)
      throw new Error(`The queue event ${event.key} names the unknown city ${event.city}.`);
    const ids = {
      event: await seedId("event", event.key),
      decision: await seedId("decision", event.key),
    };
    await inBatches(
      db,
      queueStatements(db, {
        event,
        city,
        cityId: await seedId("city", city.slug),
        ids,
        personOf,
        order,
        now,
      }),
    );
    // The stored day: an earlier interrupted run may have chosen another.
    const stored = await db
      .select({ event: events, city: cities })
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(and(eq(events.id, ids.event), eq(events.isListed, true)))
      .get();
    if (stored) await inBatches(db, indexEventStatements(db, stored.event, stored.city));
  }
  await inBatches(db, [refreshCities(db, now)]);
}

interface Placed {
  event: QueueEvent;
  city: SeedCity;
  cityId: string;
  ids: { event: string; decision: string };
  personOf: (name: string) => string;
  order: number;
  now: number;
}

const DECIDED = {
  draft: null,
  pending: "submit",
  approved: "approve",
  rejected: "reject",
  flagged: "flag",
} as const;

function queueStatements(
  db: Database,
  { event, city, cityId, ids, personOf, order, now }: Placed,
): Statement[] {
  const startOf = (time: string) =>
    fromWallTime(addDays(localDay(now, city.timezone), event.startDayOffset), time, city.timezone);
  const startsAt = startOf(event.startTime);
  const sentAt = now - (order + 2) * 5 * HOUR;
  const creatorId = personOf(event.creator);
  const flags = event.flags ?? [];
  const row = eventRow({
    id: ids.event,
    cityId,
    titleEn: event.title.en,
    titleFa: event.title.fa,
    descriptionEn: event.description.en,
    descriptionFa: event.description.fa,
    venueEn: event.venueName.en,
    venueFa: event.venueName.fa,
    organizerEn: PEOPLE[event.creator as keyof typeof PEOPLE],
    startsAt,
    endsAt: startsAt + event.durationMinutes * MINUTE,
    timeZone: city.timezone,
    price: event.price,
    currency: event.currency,
    categories: event.categories,
    tags: event.tags,
    status: event.status,
    rejectionReason: event.rejectionReason ?? null,
    flagCount: flags.length,
    creatorId,
    decisionId: ids.decision,
    submittedAt: sentAt,
    publishedAt: event.status === "approved" || event.status === "flagged" ? sentAt + HOUR : null,
    createdAt: sentAt,
    updatedAt: sentAt,
  });
  const action = DECIDED[event.status];
  return [
    db.insert(events).values(row).onConflictDoNothing({ target: events.id }),
    db
      .insert(eventSubmissions)
      .values({ eventId: ids.event, creatorId, createdAt: sentAt })
      .onConflictDoNothing(),
    ...(action === null
      ? []
      : [
          db
            .insert(eventDecisions)
            .values({
              id: ids.decision,
              eventId: ids.event,
              action,
              actorId: action === "submit" ? creatorId : null,
              fromStatus:
                action === "submit" ? "draft" : action === "flag" ? "approved" : "pending",
              toStatus: event.status,
              reason: event.rejectionReason ?? null,
              createdAt: sentAt + HOUR,
            })
            .onConflictDoNothing(),
        ]),
    ...(event.status === "rejected"
      ? [
          db
            .insert(trustEntries)
            .values({
              userId: creatorId,
              kind: "rejection",
              subject: ids.decision,
              points: -10,
              createdAt: sentAt + HOUR,
            })
            .onConflictDoNothing(),
        ]
      : []),
    ...flags.map(([reporter, reason, note], index) =>
      db
        .insert(eventFlags)
        .values({
          eventId: ids.event,
          userId: personOf(reporter),
          reason,
          note,
          createdAt: sentAt + (index + 2) * HOUR,
          weight: 1,
        })
        .onConflictDoNothing(),
    ),
    ...(event.revision
      ? [revisionStatement(db, { event, city, row, startOf, creatorId, now })]
      : []),
  ];
}

function revisionStatement(
  db: Database,
  {
    event,
    city,
    row,
    startOf,
    creatorId,
    now,
  }: {
    event: QueueEvent;
    city: SeedCity;
    row: ReturnType<typeof eventRow>;
    startOf: (time: string) => number;
    creatorId: string;
    now: number;
  },
): Statement {
  const { revision } = event;
  const startsAt = startOf(revision?.startTime ?? event.startTime);
  const values = {
    ...valuesOfEvent(row as Parameters<typeof valuesOfEvent>[0], { slug: city.slug }),
    venue: revision?.venueName ?? event.venueName,
    price: revision?.price ?? event.price,
    startsAt: toIsoWithOffset(startsAt, city.timezone),
    endsAt: toIsoWithOffset(startsAt + event.durationMinutes * MINUTE, city.timezone),
  };
  return db
    .insert(eventRevisions)
    .values({
      eventId: row.id,
      authorId: creatorId,
      values,
      createdAt: now - HOUR,
      updatedAt: now - HOUR,
    })
    .onConflictDoNothing();
}
