/** Why a scan that a phone made without a network needs a look by the hosts. */
export type ScanFlag = "not-going" | "old-code" | "unknown";

/** A line of the door's log, which only grows. */
export interface Scan {
  /** Made where it was scanned; the log takes each once. */
  id: string;
  registrationId: string;
  /** Null: by a host, on the host's page. */
  deviceId: string | null;
  kind: "in" | "undo";
  /** The scan that an `undo` takes back. */
  undoes: string | null;
  /** How many came in. */
  n: number;
  /** Seats of the party, as the ticket or the list said. */
  seats: number;
  /** When it was made, UTC ms: by the device's clock without a network, else by the server's. */
  at: number;
  isOffline: boolean;
  /** Let in by a host although the list says otherwise. */
  isOverride: boolean;
  flag: ScanFlag | null;
}

/** People whom two offline devices admitted on the same seats. */
export interface DoubleEntry {
  scan: Scan;
  /** The first scan of the party, which counts. */
  first: Scan;
  people: number;
}

/** What the log says of a party. */
export interface PartyEntry {
  /** Seats that someone came in on, each once. */
  inside: number;
  /** Scans that stand, the first one first. */
  scans: Scan[];
  doubles: DoubleEntry[];
}

/** How long a device may take back its own scan, ms. Hosts may at any time. */
export const UNDO_LIMIT = 600_000;

const inOrder = (a: Scan, b: Scan): number => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Scans that let people in and stand, in order of time. */
function standing(scans: readonly Scan[]): Scan[] {
  const undone = new Set(scans.map(({ undoes }) => undoes));
  return scans.filter(({ kind, id }) => kind === "in" && !undone.has(id)).sort(inOrder);
}

function partyEntry(scans: Scan[], seats: number): PartyEntry {
  const doubles: DoubleEntry[] = [];
  let inside = 0;
  for (const scan of scans) {
    const counted = Math.min(scan.n, Math.max(seats - inside, 0));
    inside += counted;
    const [first = scan] = scans;
    // A party that has lost seats since it came in met no other device.
    if (counted < scan.n && scan !== first) doubles.push({ scan, first, people: scan.n - counted });
  }
  return { inside, scans, doubles };
}

/**
 * The state of the door, from its log alone: the earliest scan of a seat counts, in whatever order
 * the devices sent them.
 * @param seatsOf the party's seats by the list; undefined where it is not on it
 */
export function deriveEntries(
  scans: readonly Scan[],
  seatsOf: (registrationId: string) => number | undefined,
): Map<string, PartyEntry> {
  const parties = new Map<string, Scan[]>();
  for (const scan of standing(scans)) {
    const party = parties.get(scan.registrationId);
    if (party) party.push(scan);
    else parties.set(scan.registrationId, [scan]);
  }
  return new Map(
    [...parties].map(([id, party]) => {
      const seats = seatsOf(id) ?? Math.max(...party.map(({ seats }) => seats));
      return [id, partyEntry(party, seats)];
    }),
  );
}

/** People inside: distinct seats, never the sum of what each gate let in. */
export const insideOf = (entries: ReadonlyMap<string, PartyEntry>): number =>
  [...entries.values()].reduce((sum, { inside }) => sum + inside, 0);

/** Whether a device may still take a scan back. */
export const mayUndo = (scan: Pick<Scan, "deviceId" | "at">, deviceId: string, now: number) =>
  scan.deviceId === deviceId && now - scan.at <= UNDO_LIMIT;
