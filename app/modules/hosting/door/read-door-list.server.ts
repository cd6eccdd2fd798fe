import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { primaryOf } from "../../../../db/client";
import {
  doorDevices,
  doorScans,
  eventOccurrences,
  hostedShowings,
  hostingLevels,
  type RegistrationState,
  registrations,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { DoorList } from "../../../lib/door/door-list";
import type { Scan } from "../../../lib/door/entries";
import type { DoorGuest, GuestState } from "../../../lib/door/judge-ticket";
import type { Door } from "./devices.server";
import { type TicketKeyDeps, ticketVerifyingKeys } from "./ticket-keys.server";
import { ticketCodeOf } from "./tickets.server";

/** States that a door knows: those that an address has confirmed. */
const SHOWN: Partial<Record<RegistrationState, GuestState>> = {
  going: "going",
  offered: "offered",
  requested: "requested",
  waitlisted: "waitlisted",
  cancelled: "ended",
  declined: "ended",
  removed: "ended",
  lapsed: "ended",
};
const SHOWN_STATES = Object.keys(SHOWN) as RegistrationState[];
/** Writes of the moment of a reading may come after it: the next one reads them again, ms. */
const OVERLAP = 10_000;

/** The columns of a scan that devices and derivations read. */
export const SCAN_COLUMNS = {
  id: doorScans.id,
  registrationId: doorScans.registrationId,
  deviceId: doorScans.deviceId,
  kind: doorScans.kind,
  undoes: doorScans.undoes,
  n: doorScans.n,
  seats: doorScans.seats,
  at: doorScans.at,
  isOffline: doorScans.isOffline,
  isOverride: doorScans.isOverride,
  flag: doorScans.flag,
} satisfies Record<keyof Scan, unknown>;

/**
 * The list of a showing's door: ids, names, seats, serials and what the log says.
 * @param since UTC ms: only what has changed from then on; null for all
 */
export async function readDoorList(
  deps: Pick<Deps, "db"> & TicketKeyDeps,
  door: Door,
  since: number | null,
): Promise<DoorList> {
  const db = primaryOf(deps.db);
  const readAt = deps.clock.now();
  const from = since === null ? null : since - OVERLAP;
  const [guests, scans, levels, devices, showings] = await db.batch([
    db
      .select({
        id: registrations.id,
        name: registrations.name,
        seats: registrations.seats,
        serial: registrations.serial,
        state: registrations.state,
        changedAt: registrations.changedAt,
        level: registrations.levelId,
      })
      .from(registrations)
      .where(
        and(
          eq(registrations.occ, door.occ),
          inArray(registrations.state, SHOWN_STATES),
          from === null ? undefined : gt(registrations.changedAt, from),
        ),
      ),
    db
      .select(SCAN_COLUMNS)
      .from(doorScans)
      .where(
        and(
          eq(doorScans.occ, door.occ),
          from === null ? undefined : gt(doorScans.receivedAt, from),
        ),
      )
      .orderBy(asc(doorScans.receivedAt)),
    db
      .select()
      .from(hostingLevels)
      .where(eq(hostingLevels.eventId, door.eventId))
      .orderBy(asc(hostingLevels.position)),
    db
      .select({ id: doorDevices.id, name: doorDevices.name })
      .from(doorDevices)
      .where(and(eq(doorDevices.eventId, door.eventId), eq(doorDevices.occ, door.occ))),
    db
      .select({ occ: hostedShowings.occ, startsAt: eventOccurrences.startsAt })
      .from(hostedShowings)
      .innerJoin(
        eventOccurrences,
        and(
          eq(eventOccurrences.eventId, hostedShowings.eventId),
          eq(eventOccurrences.originalStart, hostedShowings.originalStart),
        ),
      )
      .where(eq(hostedShowings.eventId, door.eventId)),
    db
      .update(doorDevices)
      .set({ lastSeenAt: readAt })
      .where(and(eq(doorDevices.id, door.deviceId), isNull(doorDevices.revokedAt))),
  ]);
  return {
    readAt,
    occ: door.occ,
    deviceId: door.deviceId,
    erasesAt: door.erasesAt,
    // The id of a device names no registration, so the ticket admits no one.
    probe: await ticketCodeOf(deps, { id: door.deviceId, occ: door.occ, serial: 0, seats: 1 }),
    keys: await ticketVerifyingKeys(deps),
    guests: guests.map(({ state, ...guest }) => ({
      ...guest,
      state: SHOWN[state] ?? "ended",
    })) satisfies DoorGuest[],
    scans,
    levels: levels.map(({ id, nameEn, nameFa, price, currency, ticketUrl }) => ({
      id,
      name: { en: nameEn, fa: nameFa },
      price,
      currency,
      isTicket: ticketUrl !== null,
    })),
    devices: Object.fromEntries(devices.map(({ id, name }) => [id, name])),
    showings: Object.fromEntries(showings.map(({ occ, startsAt }) => [occ, startsAt])),
  };
}
