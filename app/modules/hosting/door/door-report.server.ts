import { asc, eq, inArray } from "drizzle-orm";
import { doorDevices, doorScans, registrations } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { deriveEntries, type PartyEntry, type Scan } from "../../../lib/door/entries";
import { SCAN_COLUMNS } from "./read-door-list.server";

/** What a host has to look at after the door: two devices on one seat, or an unchecked admission. */
export interface DoorConflict {
  /** `twice`, or the flag of a scan without a network. */
  kind: "twice" | NonNullable<Scan["flag"]>;
  scan: Scan;
  /** The scan of the same seats that counts. */
  first: Scan | null;
  people: number;
  /** Null where the party's name is erased or was never known. */
  name: string | null;
  /** Devices of both scans as their host named them; null for a host's own scan. */
  device: string | null;
  firstDevice: string | null;
}

/** What the log of an event's door says, by showing. */
export interface DoorReport {
  /** People inside: each seat once. */
  inside: Map<string, number>;
  /** By registration. */
  entries: Map<string, PartyEntry>;
  /** What waits for the hosts' eyes, the first one first. */
  conflicts: DoorConflict[];
  /** The showing of a scan. */
  occOf(scan: Scan): string;
}

const conflictOrder = (a: DoorConflict, b: DoorConflict) => a.scan.at - b.scan.at;

/**
 * Reads the log of an event's door. The host's page, its exports and the door's own page derive
 * their figures by the same functions.
 */
export async function readDoorReport(
  { db }: Pick<Deps, "db">,
  eventId: string,
): Promise<DoorReport> {
  const [scans, parties, devices] = await db.batch([
    db
      .select({ ...SCAN_COLUMNS, occ: doorScans.occ })
      .from(doorScans)
      .where(eq(doorScans.eventId, eventId))
      .orderBy(asc(doorScans.receivedAt)),
    db
      .select({ id: registrations.id, name: registrations.name, seats: registrations.seats })
      .from(registrations)
      .where(
        inArray(
          registrations.id,
          db
            .select({ id: doorScans.registrationId })
            .from(doorScans)
            .where(eq(doorScans.eventId, eventId)),
        ),
      ),
    db
      .select({ id: doorDevices.id, name: doorDevices.name })
      .from(doorDevices)
      .where(eq(doorDevices.eventId, eventId)),
  ]);
  const partyById = new Map(parties.map((party) => [party.id, party]));
  const deviceById = new Map(devices.map(({ id, name }) => [id, name]));
  const nameOf = ({ deviceId }: Scan) => (deviceId && deviceById.get(deviceId)) ?? null;
  const entries = deriveEntries(scans, (id) => partyById.get(id)?.seats);
  const conflicts = [...entries].flatMap(([id, { scans, doubles }]): DoorConflict[] => {
    const name = partyById.get(id)?.name ?? null;
    return [
      ...doubles.map(({ scan, first, people }) => ({
        ...{ kind: "twice" as const, scan, first, people, name },
        ...{ device: nameOf(scan), firstDevice: nameOf(first) },
      })),
      ...scans.flatMap((scan) =>
        scan.flag === null
          ? []
          : {
              ...{ kind: scan.flag, scan, first: null, people: scan.n, name },
              ...{ device: nameOf(scan), firstDevice: null },
            },
      ),
    ];
  });
  const occByParty = new Map(scans.map(({ registrationId, occ }) => [registrationId, occ]));
  const inside = new Map<string, number>();
  for (const [id, entry] of entries) {
    const occ = occByParty.get(id) ?? "";
    inside.set(occ, (inside.get(occ) ?? 0) + entry.inside);
  }
  return {
    inside,
    entries,
    conflicts: conflicts.sort(conflictOrder),
    occOf: ({ registrationId }) => occByParty.get(registrationId) ?? "",
  };
}
