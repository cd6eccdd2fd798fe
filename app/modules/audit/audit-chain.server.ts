import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditAnchors, auditEntries, auditPersonal, users } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { log } from "../../lib/runtime/log";
import type { Purge } from "../../lib/runtime/purge-rounds.server";
import { digestOf, isPersonal } from "./audit-entry.server";

/** Previous hash of the first entry. */
const NOTHING_BEFORE = "0".repeat(64);
/** Name of the one row of `audit_anchors`. */
const ANCHOR = "start";
/** Entries per batch, and batches per run: a run must end in seconds. */
const BATCH = 100;
const BATCHES = 20;
/** Entries that a verification reads at once. */
const PAGE = 500;

/**
 * The hashed columns of an entry, in the order of the hash. Metadata is hashed as stored, since
 * parsing and serializing could reorder it.
 */
const SEALED = {
  id: auditEntries.id,
  actorId: auditEntries.actorId,
  action: auditEntries.action,
  entity: auditEntries.entity,
  entityId: auditEntries.entityId,
  metadata: sql<string>`CAST(${auditEntries.metadata} AS TEXT)`,
  severity: auditEntries.severity,
  source: auditEntries.source,
  sessionId: auditEntries.sessionId,
  createdAt: auditEntries.createdAt,
};

type SealedFields = Record<keyof typeof SEALED, string | number | null>;

/** A position in the chain and its hash. */
export interface ChainHead {
  sequence: number;
  hash: string;
}

/** SHA-256 over the entry, its place and the hash of the one before, hexadecimal. */
async function hashOf(
  sequence: number,
  previousHash: string,
  entry: SealedFields,
): Promise<string> {
  const text = JSON.stringify([
    sequence,
    previousHash,
    ...Object.keys(SEALED).map((name) => entry[name as keyof SealedFields]),
  ]);
  const bytes = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The end of the chain: its last entry, else its anchor. */
async function findHead({ db }: Pick<Deps, "db">): Promise<ChainHead> {
  const [last, anchor] = await db.batch([
    db
      .select({ sequence: auditEntries.sequence, hash: auditEntries.hash })
      .from(auditEntries)
      .where(isNotNull(auditEntries.sequence))
      .orderBy(desc(auditEntries.sequence))
      .limit(1),
    db
      .select({ sequence: auditAnchors.sequence, hash: auditAnchors.hash })
      .from(auditAnchors)
      .where(eq(auditAnchors.id, ANCHOR)),
  ]);
  return (last[0] as ChainHead | undefined) ?? anchor[0] ?? { sequence: 0, hash: NOTHING_BEFORE };
}

/**
 * Appends new entries to the chain, oldest first. Safe to run concurrently: positions are unique,
 * so the slower run's batch fails and its entries wait. The new head is logged, out of reach of
 * database access.
 * @returns the number of sealed entries
 */
export async function sealAuditEntries({ db }: Pick<Deps, "db">): Promise<{ sealed: number }> {
  let sealed = 0;
  let head = await findHead({ db });
  for (let batch = 0; batch < BATCHES; batch++) {
    const waiting = await db
      .select(SEALED)
      .from(auditEntries)
      .where(isNull(auditEntries.sequence))
      .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
      .limit(BATCH);
    const statements: BatchItem<"sqlite">[] = [];
    for (const entry of waiting) {
      const sequence = head.sequence + 1;
      const hash = await hashOf(sequence, head.hash, entry);
      statements.push(
        db
          .update(auditEntries)
          .set({ sequence, previousHash: head.hash, hash })
          .where(and(eq(auditEntries.id, entry.id), isNull(auditEntries.sequence))),
      );
      head = { sequence, hash };
    }
    const [first, ...rest] = statements;
    if (!first) break;
    await db.batch([first, ...rest]);
    sealed += statements.length;
    if (waiting.length < BATCH) break;
  }
  if (sealed > 0) log("info", "audit.sealed", { sealed, ...head });
  return { sealed };
}

/** A fault of a chain entry. */
export interface ChainFault {
  sequence: number;
  /** Null where the entry itself is missing. */
  id: string | null;
  /**
   * `missing`: the position is empty · `changed`: the hash does not match · `unlinked`: the
   * previous hash does not match · `emptied`: its personal data is gone although the account
   * exists.
   */
  kind: "missing" | "changed" | "unlinked" | "emptied";
}

export interface ChainReport {
  checked: number;
  /** Entries that have landed and have no place yet. */
  unsealed: number;
  /**
   * The end of the chain; compare it with one that was noted elsewhere, since a tail that is cut
   * off leaves no trace.
   */
  head: ChainHead;
  faults: ChainFault[];
}

interface Details {
  source: string;
  metadata: string;
  salt: string | null;
  details: string | null;
  isThere: number;
}

/**
 * A fault of an entry's separately stored personal data, which is deleted with the account; null
 * for none.
 */
function detailsFault({
  source,
  metadata,
  salt,
  details,
  isThere,
}: Details): "changed" | "emptied" | null {
  const sealed: unknown = JSON.parse(metadata);
  if (
    typeof sealed !== "object" ||
    sealed === null ||
    !isPersonal(source, sealed as Record<string, unknown>)
  )
    return details === null ? null : "changed";
  if (salt === null || details === null) return isThere ? "emptied" : null;
  return digestOf(salt, details) === (sealed as { personal: string }).personal ? null : "changed";
}

/** Limit of listed faults. */
const MAX_FAULTS = 100;

/**
 * Recomputes the chain and lists its faults.
 * @param expected an earlier head, whose position must still have its hash
 */
export async function verifyAuditChain(
  { db }: Pick<Deps, "db">,
  expected: ChainHead | null = null,
): Promise<ChainReport> {
  const anchor = await db.select().from(auditAnchors).where(eq(auditAnchors.id, ANCHOR)).get();
  const faults: ChainFault[] = [];
  const fault = (found: ChainFault) => void (faults.length < MAX_FAULTS && faults.push(found));
  let head: ChainHead = { sequence: anchor?.sequence ?? 0, hash: anchor?.hash ?? NOTHING_BEFORE };
  let checked = 0;
  let isFound =
    expected === null || (expected.sequence === head.sequence && expected.hash === head.hash);
  for (;;) {
    const entries = await db
      .select({
        ...SEALED,
        sequence: auditEntries.sequence,
        previousHash: auditEntries.previousHash,
        hash: auditEntries.hash,
        salt: auditPersonal.salt,
        details: auditPersonal.details,
        isThere: sql<number>`${users.id} IS NOT NULL AND ${users.deletedAt} IS NULL`,
      })
      .from(auditEntries)
      .leftJoin(auditPersonal, eq(auditPersonal.entryId, auditEntries.id))
      .leftJoin(users, eq(users.id, auditEntries.entityId))
      .where(gt(auditEntries.sequence, head.sequence))
      .orderBy(asc(auditEntries.sequence))
      .limit(PAGE);
    for (const entry of entries) {
      const sequence = entry.sequence ?? 0;
      for (let place = head.sequence + 1; place < sequence && faults.length < MAX_FAULTS; place++)
        fault({ sequence: place, id: null, kind: "missing" });
      if (sequence === head.sequence + 1 && entry.previousHash !== head.hash)
        fault({ sequence, id: entry.id, kind: "unlinked" });
      if ((await hashOf(sequence, entry.previousHash ?? "", entry)) !== entry.hash)
        fault({ sequence, id: entry.id, kind: "changed" });
      else {
        const kind = detailsFault(entry);
        if (kind) fault({ sequence, id: entry.id, kind });
      }
      head = { sequence, hash: entry.hash ?? "" };
      if (expected?.sequence === sequence && expected.hash === entry.hash) isFound = true;
      checked++;
    }
    if (entries.length < PAGE) break;
  }
  if (!isFound && expected)
    fault({
      sequence: expected.sequence,
      id: null,
      kind: expected.sequence > head.sequence ? "missing" : "changed",
    });
  const tail = await db
    .select({ count: sql<number>`count(*)` })
    .from(auditEntries)
    .where(isNull(auditEntries.sequence))
    .get();
  return { checked, unsealed: tail?.count ?? 0, head, faults };
}

/** Entries that one night forgets. */
const FORGOTTEN = 5_000;

const keptFor = (retentionMonths: number) => retentionMonths * 30.5 * DAY;

/**
 * Entries past the retention, 24 months at most (decisions.md §15). They are removed from the start
 * of the chain, and a row anchors the new start.
 */
export const auditEntriesPurge: Purge = {
  due: ({ retentionMonths }, at) =>
    sql`audit_entries WHERE created_at < ${at - keptFor(retentionMonths)} AND sequence IS NOT NULL`,
  async round({ db, clock, retentionMonths }) {
    const old = await db
      .select({
        sequence: auditEntries.sequence,
        hash: auditEntries.hash,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .where(isNotNull(auditEntries.sequence))
      .orderBy(asc(auditEntries.sequence))
      .limit(FORGOTTEN);
    const kept = old.findIndex(
      ({ createdAt }) => createdAt >= clock.now() - keptFor(retentionMonths),
    );
    const forgotten = kept === -1 ? old : old.slice(0, kept);
    const last = forgotten.at(-1);
    if (!last?.sequence || !last.hash) return { removed: 0, isDone: true };
    const row = { sequence: last.sequence, hash: last.hash, createdAt: clock.now() };
    await db.batch([
      db
        .insert(auditAnchors)
        .values({ id: ANCHOR, ...row })
        .onConflictDoUpdate({ target: auditAnchors.id, set: row }),
      db.delete(auditEntries).where(sql`${auditEntries.sequence} <= ${last.sequence}`),
    ]);
    return { removed: forgotten.length, isDone: forgotten.length < FORGOTTEN };
  },
};
