import { eq } from "drizzle-orm";
import {
  showingKey,
  showingStatement,
} from "../../app/modules/hosting/registration-statements.server";
import type { Database } from "../../db/client";
import { eventHosting, eventOccurrences, registrations } from "../../db/schema";

let count = 0;

/** Switches RSVPs on for an event. @returns the key of its first showing, whose row is made */
export async function hostEvent(
  db: Database,
  eventId: string,
  settings: Partial<typeof eventHosting.$inferInsert> = {},
): Promise<string> {
  await db
    .insert(eventHosting)
    .values({ eventId, isOn: true, createdAt: 0, updatedAt: 0, ...settings });
  const showing = await db
    .select()
    .from(eventOccurrences)
    .where(eq(eventOccurrences.eventId, eventId))
    .orderBy(eventOccurrences.startsAt)
    .get();
  if (!showing) throw new Error("The event has no showing.");
  await showingStatement({ db }, eventId, showing.originalStart);
  return showingKey(eventId, showing.originalStart);
}

/** Inserts a registration of one seat, unconfirmed by default. */
export async function createRegistration(
  db: Database,
  occ: string,
  changes: Partial<typeof registrations.$inferInsert> = {},
): Promise<string> {
  count += 1;
  const email = changes.email ?? `guest-${count}@mail.example`;
  const id = `019b0000-0000-7000-9000-${String(count).padStart(12, "0")}`;
  await db.insert(registrations).values({
    id,
    occ,
    eventId: occ.split("/")[0] ?? "",
    name: `Guest ${count}`,
    email,
    mailbox: email,
    locale: "en",
    calendar: "gregorian",
    seats: 1,
    state: "unconfirmed",
    changedAt: 0,
    changedAs: "guest",
    createdAt: 0,
    ...changes,
  });
  return id;
}
