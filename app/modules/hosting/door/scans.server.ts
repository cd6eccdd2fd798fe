import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import * as v from "valibot";
import { doorScans } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { MAX_SCANS, type ScanAnswer, type SentScan } from "../../../lib/door/door-list";
import { UNDO_LIMIT } from "../../../lib/door/entries";
import { UUID } from "../../../lib/runtime/ids";
import { insertSelect } from "../../store/run-guarded.server";

/** Whose scans are recorded: a device's, or a host's, who may override the list and undo any scan. */
export interface Doorkeeper {
  occ: string;
  eventId: string;
  /** Null on the host's page. */
  deviceId: string | null;
  /** The signed-in host; null where only the device is known. */
  hostId: string | null;
}

const Uuid = v.pipe(v.string(), v.regex(UUID));
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255));

const SentScanSchema = v.strictObject({
  id: Uuid,
  registrationId: Uuid,
  kind: v.picklist(["in", "undo"]),
  undoes: v.nullable(Uuid),
  n: Count,
  seats: Count,
  serial: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  at: v.pipe(v.number(), v.integer(), v.minValue(0)),
  isOffline: v.boolean(),
  isOverride: v.boolean(),
});

/** The body in which a device sends its scans, and that it has passed its own test. */
export const SentScansSchema = v.strictObject({
  isReady: v.optional(v.boolean(), false),
  scans: v.pipe(v.array(SentScanSchema), v.maxLength(MAX_SCANS)),
});

/** SQL: a list in one parameter: a statement takes 100. */
const listed = (values: readonly string[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

type ScanDeps = Pick<Deps, "db" | "clock">;

/** SQL: how many of a registration's seats scans have used that stand; `r` is its row. */
export const usedSeats = sql`(SELECT coalesce(sum(s.n), 0) FROM ${doorScans} s WHERE s.registration_id = r.id AND s.kind = 'in'
  AND NOT EXISTS (SELECT 1 FROM ${doorScans} u WHERE u.undoes = s.id))`;

/** SQL: what the hosts should see of a scan that was made without a network. */
const flagOf = ({ serial, isOverride }: SentScan) =>
  sql`CASE WHEN r.id IS NULL THEN 'unknown' WHEN r.state <> 'going' AND ${isOverride ? 0 : 1} THEN 'not-going' WHEN ${serial} < r.serial THEN 'old-code' END`;

/**
 * Records a scan in one statement, so that two gates cannot take the same seat: a scan with a
 * network is refused where the seats are used; one without was an admission, and is recorded.
 */
function scanStatement({ db, clock }: ScanDeps, keeper: Doorkeeper, scan: SentScan) {
  const now = clock.now();
  const party = sql`r.id = ${scan.registrationId} AND r.occ = ${keeper.occ}`;
  const row = (seats: SQL | number, registrationId: SQL | string, flag: SQL | null) => ({
    id: scan.id,
    eventId: keeper.eventId,
    occ: keeper.occ,
    registrationId,
    deviceId: keeper.deviceId,
    userId: keeper.hostId,
    kind: scan.kind,
    undoes: scan.undoes,
    n: scan.n,
    seats,
    at: scan.isOffline ? Math.min(scan.at, now) : now,
    receivedAt: now,
    isOffline: scan.isOffline,
    isOverride: scan.isOverride,
    flag,
  });
  if (scan.kind === "undo")
    return insertSelect(
      db,
      doorScans,
      row(sql`t.seats`, sql`t.registration_id`, null),
      sql`FROM ${doorScans} t WHERE t.id = ${scan.undoes} AND t.occ = ${keeper.occ} AND t.kind = 'in' AND (${
        keeper.hostId === null ? 0 : 1
      } OR t.device_id = ${keeper.deviceId} AND ${scan.isOffline ? scan.at : now} - t.at <= ${UNDO_LIMIT})`,
    ).onConflictDoNothing();
  if (scan.isOffline)
    return insertSelect(
      db,
      doorScans,
      row(scan.seats, scan.registrationId, flagOf(scan)),
      sql`FROM (SELECT 1) LEFT JOIN registrations r ON ${party} WHERE true`,
    ).onConflictDoNothing();
  return insertSelect(
    db,
    doorScans,
    row(sql`r.seats`, scan.registrationId, null),
    sql`FROM registrations r WHERE ${party} AND (r.state = 'going' OR ${scan.isOverride ? 1 : 0}) AND r.seats >= ${scan.n} + ${usedSeats}`,
  ).onConflictDoNothing();
}

/** Why a scan is not in the log. */
async function refusalOf(
  { db }: Pick<Deps, "db">,
  keeper: Doorkeeper,
  scan: SentScan,
): Promise<Exclude<ScanAnswer, "recorded">> {
  if (scan.kind === "undo") return "too-late";
  const party = await db.get<{ state: string }>(
    sql`SELECT state FROM registrations WHERE id = ${scan.registrationId} AND occ = ${keeper.occ}`,
  );
  if (!party) return "unknown";
  return party.state === "going" || scan.isOverride ? "full" : "not-going";
}

/**
 * Adds scans to the log in their order, each once however often it is sent.
 * @returns an answer for each, by its id
 */
export async function recordScans(
  deps: ScanDeps,
  keeper: Doorkeeper,
  scans: readonly SentScan[],
): Promise<Record<string, ScanAnswer>> {
  const asAllowed = scans.map((scan) => ({
    ...scan,
    isOverride: scan.isOverride && keeper.hostId !== null,
  }));
  const [first, ...rest] = asAllowed.map((scan) => scanStatement(deps, keeper, scan));
  if (!first) return {};
  const ids = scans.map(({ id }) => id);
  const undone = scans.flatMap(({ undoes }) => undoes ?? []);
  const known = deps.db
    .select({ id: doorScans.id, undoes: doorScans.undoes })
    .from(doorScans)
    .where(
      and(
        eq(doorScans.occ, keeper.occ),
        sql`(${doorScans.id} IN ${listed(ids)} OR ${doorScans.undoes} IN ${listed(undone)})`,
      ),
    );
  const answers = await deps.db.batch([first, ...rest, known] as [
    BatchItem<"sqlite">,
    ...BatchItem<"sqlite">[],
  ]);
  const rows = answers.at(-1) as Awaited<typeof known>;
  const inLog = new Set(rows.flatMap(({ id, undoes }) => [id, undoes ? `undo ${undoes}` : id]));
  const result: Record<string, ScanAnswer> = {};
  // Taken back by another scan is taken back.
  for (const scan of asAllowed)
    result[scan.id] =
      inLog.has(scan.id) || inLog.has(`undo ${scan.undoes}`)
        ? "recorded"
        : await refusalOf(deps, keeper, scan);
  return result;
}
