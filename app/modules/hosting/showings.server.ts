import { eq, sql } from "drizzle-orm";
import { eventHosting } from "../../../db/schema/index";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { OCCURRENCES_SHOWN } from "../events/get-event.server";
import { isHeld, OPEN_TO_ALL, readShowingKey } from "./registration-statements.server";

/**
 * Whether a showing takes RSVPs: `line` where they queue, `full` where they would be refused,
 * `early` before it opens, `off` where it does not take place.
 */
export type ShowingPhase = "open" | "line" | "full" | "early" | "closed" | "off";

/** A showing with its settings and its places. */
export interface HostedShowing {
  occ: string;
  eventId: string;
  originalStart: string;
  startsAt: number;
  endsAt: number;
  capacity: number | null;
  needsApproval: boolean;
  hasWaitlist: boolean;
  maxPlusOnes: number;
  hasOwnSettings: boolean;
  /** Seats that are held. */
  taken: number;
  /** Parties in line. */
  waiting: number;
  /** People who come, where everyone may know; else null. */
  coming: number | null;
  /** Seats to be had; null is without limit. */
  left: number | null;
  /** UTC ms; null: open at once. */
  opensAt: number | null;
  closesAt: number;
  phase: ShowingPhase;
}

/** Whether a showing takes new RSVPs, for a place or the line. */
export const takesForms = ({ phase }: Pick<HostedShowing, "phase">): boolean =>
  phase === "open" || phase === "line";

/** The showing that a page is about: the asked one, else the first that takes RSVPs. */
export const chosenShowing = (
  showings: readonly HostedShowing[],
  at: string | null,
): HostedShowing | undefined =>
  showings.find(({ originalStart }) => originalStart === at) ??
  showings.find(takesForms) ??
  showings[0];

interface Found {
  eventId: string;
  originalStart: string;
  startsAt: number;
  endsAt: number;
  capacity: number | null;
  needsApproval: number;
  hasWaitlist: number;
  maxPlusOnes: number;
  opensBefore: number | null;
  closesBefore: number;
  hasOwnSettings: number;
  taken: number;
  waiting: number;
  coming: number | null;
  /** Whether a host holds free seats for a party in line. */
  isHeld: number;
  takesPlace: number;
}

const MINUTE_MS = 60_000;

function read(found: Found, now: number): HostedShowing {
  const { startsAt, capacity, taken } = found;
  const free = found.isHeld && startsAt - now >= OPEN_TO_ALL ? 0 : (capacity ?? 0) - taken;
  const left = capacity === null ? null : Math.max(free, 0);
  const opensAt = found.opensBefore === null ? null : startsAt - found.opensBefore * MINUTE_MS;
  const closesAt = startsAt - found.closesBefore * MINUTE_MS;
  const taking = left === null || left > 0 ? "open" : found.hasWaitlist ? "line" : "full";
  return {
    occ: `${found.eventId}/${found.originalStart}`,
    eventId: found.eventId,
    originalStart: found.originalStart,
    startsAt,
    endsAt: found.endsAt,
    capacity,
    needsApproval: found.needsApproval === 1,
    hasWaitlist: found.hasWaitlist === 1,
    maxPlusOnes: found.maxPlusOnes,
    hasOwnSettings: found.hasOwnSettings === 1,
    taken,
    waiting: found.waiting,
    coming: found.coming,
    left,
    opensAt,
    closesAt,
    phase: !found.takesPlace
      ? "off"
      : closesAt <= now
        ? "closed"
        : opensAt !== null && opensAt > now
          ? "early"
          : taking,
  };
}

/** SQL of showings, those without a row of their own with the settings of their event. */
const SHOWINGS = sql`SELECT o.event_id AS eventId, o.original_start AS originalStart, o.starts_at AS startsAt, o.ends_at AS endsAt,
    iif(s.occ IS NULL, h.capacity, s.capacity) AS capacity, coalesce(s.needs_approval, h.needs_approval) AS needsApproval,
    coalesce(s.has_waitlist, h.has_waitlist) AS hasWaitlist, coalesce(s.max_plus_ones, h.max_plus_ones) AS maxPlusOnes,
    iif(s.occ IS NULL, h.opens_before, s.opens_before) AS opensBefore, coalesce(s.closes_before, h.closes_before) AS closesBefore,
    coalesce(s.has_own_settings, 0) AS hasOwnSettings, coalesce(s.taken, 0) AS taken,
    (SELECT count(*) FROM registrations r WHERE r.occ = s.occ AND r.state = 'waitlisted') AS waiting,
    iif(h.guest_list = 'count', (SELECT coalesce(sum(r.seats), 0) FROM registrations r WHERE r.occ = s.occ AND r.state = 'going'), NULL) AS coming, ${isHeld(sql`s.occ`)} AS isHeld,
    h.is_on AND e.is_listed AND e.lifecycle = 'scheduled' AND o.status = 'scheduled' AS takesPlace
  FROM event_hosting h CROSS JOIN events e ON e.id = h.event_id CROSS JOIN event_occurrences o ON o.event_id = h.event_id
  LEFT JOIN hosted_showings s ON s.event_id = o.event_id AND s.original_start = o.original_start`;

/** An event's showings that are not over, in order; none where it takes no RSVPs. */
export async function hostedShowingsOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  eventId: string,
): Promise<HostedShowing[]> {
  const now = clock.now();
  const found = await db.all<Found>(
    sql`${SHOWINGS} WHERE h.event_id = ${eventId} AND h.is_on = 1 AND o.ends_at > ${now} ORDER BY o.starts_at LIMIT ${OCCURRENCES_SHOWN}`,
  );
  return found.map((row) => read(row, now));
}

/** A showing by its key. @throws AppError("not-found") where its event takes no RSVPs */
export async function getHostedShowing(
  { db, clock }: Pick<Deps, "db" | "clock">,
  occ: string,
): Promise<HostedShowing> {
  const { eventId, originalStart } = readShowingKey(occ);
  const [found] = await db.all<Found>(
    sql`${SHOWINGS} WHERE h.event_id = ${eventId} AND o.original_start = ${originalStart}`,
  );
  if (!found) throw new AppError("not-found");
  return read(found, clock.now());
}

export type HostingRow = typeof eventHosting.$inferSelect;

/** An event's settings; switched off with the usual values where it has none. */
export async function getHosting({ db }: Pick<Deps, "db">, eventId: string): Promise<HostingRow> {
  const found = await db.select().from(eventHosting).where(eq(eventHosting.eventId, eventId)).get();
  return (
    found ?? {
      eventId,
      isOn: false,
      capacity: null,
      needsApproval: false,
      hasWaitlist: true,
      maxPlusOnes: 1,
      opensBefore: null,
      closesBefore: 0,
      guestList: "hosts",
      keptDays: 30,
      sendsDigest: true,
      createdAt: 0,
      updatedAt: 0,
    }
  );
}
