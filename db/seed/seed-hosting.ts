import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { DAY } from "../../app/lib/dates/durations";
import type { Database } from "../client";
import {
  eventHosting,
  eventOccurrences,
  events,
  hostedShowings,
  hostingLevels,
  hostingQuestions,
  type RegistrationState,
  registrations,
  users,
} from "../schema";
import { inBatches, type Statement, seedId } from "./seed-statements";

/** Guests of the demonstration, without mailboxes of people. */
const GUESTS = [
  "Sara Moradi",
  "Omid Karimi",
  "Parisa Ahmadi",
  "Reza Tavakoli",
  "Mina Jafari",
  "Kaveh Rahimi",
  "Leila Sharifi",
  "Arman Ghasemi",
  "Niloofar Hashemi",
  "Dariush Farahani",
  "Shirin Azad",
  "Behnam Salehi",
];

interface Demo {
  settings: Partial<typeof eventHosting.$inferInsert>;
  /** The state and seats of each guest. */
  guests: [state: RegistrationState, seats: number][];
}

const times = (count: number, guest: Demo["guests"][number]): Demo["guests"] =>
  Array.from({ length: count }, () => guest);

/** An open event, one with approval, and a full one with a line. */
const DEMOS: Demo[] = [
  {
    settings: { capacity: 60, maxPlusOnes: 3 },
    guests: [...times(7, ["going", 2]), ["cancelled", 1], ["unconfirmed", 1]],
  },
  {
    settings: { capacity: 24, needsApproval: true, maxPlusOnes: 1 },
    guests: [...times(5, ["going", 1]), ...times(4, ["requested", 2]), ["declined", 1]],
  },
  {
    settings: { capacity: 10, maxPlusOnes: 2 },
    guests: [...times(5, ["going", 2]), ["waitlisted", 2], ...times(4, ["waitlisted", 1])],
  },
];

/**
 * Gives three sample events of a week from now on to the demo account, with RSVPs and their guests.
 * Skipped once any event takes RSVPs.
 */
export async function seedHosting(db: Database, now: number): Promise<void> {
  if (await db.select().from(eventHosting).limit(1).get()) return;
  const host = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, "user@rooydad.example"))
    .get();
  if (!host) return;
  const chosen = await db
    .select({
      id: events.id,
      price: events.price,
      currency: events.currency,
      occurrence: eventOccurrences,
    })
    .from(events)
    .innerJoin(eventOccurrences, eq(eventOccurrences.eventId, events.id))
    .where(
      and(
        eq(events.isListed, true),
        isNull(events.schedule),
        isNull(events.creatorId),
        eq(events.lifecycle, "scheduled"),
        eq(events.currency, "IRR"),
        gt(events.startsAt, now + 6 * DAY),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(DEMOS.length);
  const statements: Statement[] = [];
  for (const [order, { id, price, currency, occurrence }] of chosen.entries()) {
    const demo = DEMOS[order];
    if (!demo) continue;
    const occ = `${id}/${occurrence.originalStart}`;
    const { settings, guests } = demo;
    statements.push(
      db.update(events).set({ creatorId: host.id }).where(eq(events.id, id)),
      db.insert(eventHosting).values({
        eventId: id,
        isOn: true,
        createdAt: now,
        updatedAt: now,
        ...settings,
      }),
      db
        .insert(hostedShowings)
        .values({ occ, eventId: id, originalStart: occurrence.originalStart, ...settings }),
      db.insert(hostingQuestions).values({
        id: await seedId("question", id),
        eventId: id,
        position: 0,
        kind: "choice",
        labelEn: "Where would you like to sit?",
        labelFa: "کجا می‌نشینید؟",
        choices: [
          { en: "A chair", fa: "صندلی" },
          { en: "A cushion by the players", fa: "پشتی، نزدیک نوازنده‌ها" },
        ],
      }),
    );
    if (price)
      statements.push(
        db.insert(hostingLevels).values({
          id: await seedId("level", id),
          eventId: id,
          position: 0,
          nameEn: "Regular",
          nameFa: "عادی",
          price,
          currency,
        }),
      );
    for (const [at, [state, seats]] of guests.entries()) {
      const email = `guest-${order + 1}-${at + 1}@mail.example`;
      statements.push(
        db.insert(registrations).values({
          id: await seedId("registration", `${id} ${at}`),
          occ,
          eventId: id,
          name: GUESTS[(at + order * 3) % GUESTS.length] ?? "",
          email,
          mailbox: email,
          locale: at % 2 === 0 ? "fa" : "en",
          calendar: at % 2 === 0 ? "jalali" : "gregorian",
          seats,
          state,
          confirmedAt: state === "unconfirmed" ? null : now - DAY + at,
          changedAt: now,
          changedAs: "guest",
          createdAt: now - DAY,
        }),
      );
    }
  }
  await inBatches(db, statements);
  // No mails about guests who are only for show.
  await db.run("UPDATE registration_changes SET told_at = changed_at WHERE told_at IS NULL");
}
