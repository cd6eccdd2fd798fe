import { and, eq, isNull } from "drizzle-orm";
import { eventOccurrences, events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { readTicket, signTicket, type Ticket, verifyTicket } from "../../../lib/door/ticket";
import { paths } from "../../../lib/paths";
import { readShowingKey } from "../registration-statements.server";
import { type TicketKeyDeps, ticketSigningKey, ticketVerifyingKeys } from "./ticket-keys.server";

/** What a ticket is made from. */
interface Ticketed {
  id: string;
  occ: string;
  serial: number;
  seats: number;
}

/**
 * The code of a registration's ticket, for `/t/{ticket}`. It says nothing of the person, and is
 * signed anew each time, by the key of the day.
 */
export async function ticketCodeOf(
  deps: TicketKeyDeps,
  { id, occ, serial, seats }: Ticketed,
): Promise<string> {
  const { id: keyId, key } = await ticketSigningKey(deps);
  return signTicket({ keyId, occ, registrationId: id, serial, seats }, key);
}

/** The address that a ticket's QR code holds. */
export const ticketAddressOf = (origin: string, code: string): string =>
  origin + paths.ticket(code);

/** What a genuine ticket says; null for any other text. */
export async function openTicket(deps: TicketKeyDeps, code: string): Promise<Ticket | null> {
  const ticket = readTicket(code);
  return ticket && verifyTicket(code, await ticketVerifyingKeys(deps, ticket.keyId));
}

/** Event and showing of a ticket, which are public; null where they are gone. */
export async function showingOfTicket({ db }: Pick<Deps, "db">, { occ }: Pick<Ticket, "occ">) {
  const { eventId, originalStart } = readShowingKey(occ);
  const row = await db
    .select({
      eventId: events.id,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      timeZone: events.timeZone,
      startsAt: eventOccurrences.startsAt,
    })
    .from(eventOccurrences)
    .innerJoin(events, and(eq(events.id, eventOccurrences.eventId), isNull(events.deletedAt)))
    .where(
      and(eq(eventOccurrences.eventId, eventId), eq(eventOccurrences.originalStart, originalStart)),
    )
    .get();
  if (!row) return null;
  const { titleEn, titleFa, ...showing } = row;
  return { ...showing, title: { en: titleEn, fa: titleFa } };
}
