import type { PartyEntry, Scan } from "./entries";
import type { Ticket } from "./ticket";

/** Where a party of the list stands: `ended` for cancelled, declined, removed and lapsed ones. */
export type GuestState = "going" | "offered" | "requested" | "waitlisted" | "ended";

/** A party as a door device keeps it. */
export interface DoorGuest {
  id: string;
  /** Null once erased. */
  name: string | null;
  seats: number;
  serial: number;
  state: GuestState;
  /** When state or seats last changed, UTC ms. */
  changedAt: number;
  /** Id of its price level; null without. */
  level: string | null;
}

/** What a scan or a chosen name leads to. */
export type Verdict =
  /** So many more may come in. */
  | { kind: "admit"; remaining: number }
  /** All are in; `last` is the scan that let the last ones in. */
  | { kind: "again"; last: Scan }
  | { kind: "fake" }
  | { kind: "other-showing"; occ: string }
  | { kind: "old-code" }
  /** Only a host may let it in. */
  | { kind: "not-going"; state: Exclude<GuestState, "going">; remaining: number }
  /** A genuine ticket, which the list does not have or has an older state of. */
  | { kind: "unverified"; remaining: number };

type Entry = PartyEntry | undefined;

const remainingOf = (seats: number, entry: Entry): number => seats - (entry?.inside ?? 0);

/** The verdict on a party that was found by its name. */
export function judgeGuest({ seats, state }: DoorGuest, entry: Entry): Verdict {
  const remaining = remainingOf(seats, entry);
  const last = entry?.scans.at(-1);
  if (remaining <= 0 && last) return { kind: "again", last };
  return state === "going" ? { kind: "admit", remaining } : { kind: "not-going", state, remaining };
}

/**
 * The verdict on a scanned ticket.
 * @param ticket null for a text or signature that is not ours
 * @param guest the party on the list, if it is there
 */
export function judgeTicket(
  ticket: Ticket | null,
  { occ, guest, entry }: { occ: string; guest: DoorGuest | undefined; entry: Entry },
): Verdict {
  if (!ticket) return { kind: "fake" };
  if (ticket.occ !== occ) return { kind: "other-showing", occ: ticket.occ };
  // The end of a registration raises its serial too: "cancelled" says more than "old".
  if (guest?.state === "ended") return judgeGuest(guest, entry);
  if (guest && ticket.serial < guest.serial) return { kind: "old-code" };
  if (guest && ticket.serial === guest.serial) return judgeGuest(guest, entry);
  const remaining = remainingOf(ticket.seats, entry);
  const last = entry?.scans.at(-1);
  return remaining <= 0 && last ? { kind: "again", last } : { kind: "unverified", remaining };
}
