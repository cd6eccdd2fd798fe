import { hasWords, searchable, searchWords } from "../text/match-words";
import type { DoorList } from "./door-list";
import { deriveEntries, insideOf, type PartyEntry, type Scan } from "./entries";
import { type DoorGuest, judgeGuest, judgeTicket, type Verdict } from "./judge-ticket";
import type { Ticket } from "./ticket";

/** Parties that a search shows: the whole list is never shown. */
const FOUND = 12;
const RECENT = 20;

/** A door's list with what its log says. */
export interface DoorState {
  list: DoorList;
  guests: ReadonlyMap<string, DoorGuest>;
  entries: ReadonlyMap<string, PartyEntry>;
  /** Names as `hasWords` takes them. */
  names: ReadonlyMap<string, string>;
}

/** A verdict with the party that it is about. */
export interface DoorResult {
  verdict: Verdict;
  /** Null where the list does not have it. */
  guest: DoorGuest | null;
  /** What was scanned; null for a name that was chosen. */
  ticket: Ticket | null;
}

/** A party that a search found. */
export interface FoundGuest {
  guest: DoorGuest;
  inside: number;
  /** The scan that let the last of them in. */
  last: Scan | null;
}

/** A line of the last scans. */
export interface RecentScan {
  scan: Scan;
  name: string | null;
  isUndone: boolean;
}

/** The state of a door by its list. @param before spares reading unchanged names again */
export function doorStateOf(list: DoorList, before: DoorState | null = null): DoorState {
  const guests = new Map(list.guests.map((guest) => [guest.id, guest]));
  const names = new Map(
    list.guests.map(({ id, name }) => {
      const isSame = before?.guests.get(id)?.name === name;
      return [id, (isSame && before?.names.get(id)) || searchable(name ?? "")];
    }),
  );
  return { list, guests, names, entries: deriveEntries(list.scans, (id) => guests.get(id)?.seats) };
}

/** The numbers at the top of a door. */
export function doorFiguresOf({ list, entries }: DoorState) {
  const going = list.guests.filter(({ state }) => state === "going");
  const leftOf = ({ id, seats }: DoorGuest) => Math.max(seats - (entries.get(id)?.inside ?? 0), 0);
  const inside = insideOf(entries);
  const toCome = going.reduce((sum, guest) => sum + leftOf(guest), 0);
  return { inside, toCome, total: inside + toCome };
}

/** People that each device let in, by its id; null for hosts. Their sum is not how many are inside. */
export function admittedByDevice({ entries }: DoorState): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { scans } of entries.values())
    for (const { deviceId, n } of scans) sums.set(deviceId, (sums.get(deviceId) ?? 0) + n);
  return sums;
}

/**
 * Parties by what is typed of their name: those that may come in first, then by name.
 * @returns the first of them, and how many there are
 */
export function findDoorGuests(
  state: DoorState,
  typed: string,
): { found: FoundGuest[]; count: number } {
  const words = searchWords(typed);
  if (words.length === 0) return { found: [], count: 0 };
  const found = state.list.guests.filter(({ id }) => hasWords(state.names.get(id) ?? "", words));
  const rank = ({ guest, inside }: FoundGuest) =>
    guest.state !== "going" ? 2 : inside >= guest.seats ? 1 : 0;
  const shown = found
    .map((guest) => {
      const entry = state.entries.get(guest.id);
      return { guest, inside: entry?.inside ?? 0, last: entry?.scans.at(-1) ?? null };
    })
    .sort(
      (a, b) => rank(a) - rank(b) || (a.guest.name ?? "").localeCompare(b.guest.name ?? "", "fa"),
    )
    .slice(0, FOUND);
  return { found: shown, count: found.length };
}

/** The verdict on a chosen party; null where the list does not have it. */
export function resultOfGuest(state: DoorState, id: string): DoorResult | null {
  const guest = state.guests.get(id);
  return guest ? { verdict: judgeGuest(guest, state.entries.get(id)), guest, ticket: null } : null;
}

/** The verdict on a scanned ticket. @param ticket null for a code that is not ours */
export function resultOfTicket(state: DoorState, ticket: Ticket | null): DoorResult {
  const guest = ticket ? state.guests.get(ticket.registrationId) : undefined;
  const entry = ticket ? state.entries.get(ticket.registrationId) : undefined;
  const verdict = judgeTicket(ticket, { occ: state.list.occ, guest, entry });
  return { verdict, guest: guest ?? null, ticket };
}

/** The last scans, the newest first. */
export function recentScansOf({ list, guests }: DoorState): RecentScan[] {
  const undone = new Set(list.scans.map(({ undoes }) => undoes));
  return list.scans
    .filter(({ kind }) => kind === "in")
    .sort((a, b) => b.at - a.at)
    .slice(0, RECENT)
    .map((scan) => ({
      scan,
      name: guests.get(scan.registrationId)?.name ?? null,
      isUndone: undone.has(scan.id),
    }));
}

/** A list with what has come since: newer states of guests and scans take the older ones' place. */
export function mergeDoorList(before: DoorList, news: DoorList): DoorList {
  const merged = <Item extends { id: string }>(old: Item[], fresh: Item[]): Item[] =>
    fresh.length === 0
      ? old
      : [...new Map([...old, ...fresh].map((item) => [item.id, item])).values()];
  return {
    ...news,
    guests: merged(before.guests, news.guests),
    scans: merged(before.scans, news.scans),
  };
}
