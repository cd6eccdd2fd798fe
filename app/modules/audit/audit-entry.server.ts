import { createHash } from "node:crypto";
import { inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as v from "valibot";
import { AUDIT_SEVERITIES, auditEntries, auditPersonal, clientReports } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";

export interface AuditRecord {
  /** Null for anonymous actors. */
  actorId: string | null;
  /** `<entity>.<event>`, e.g. `user.role-changed`. */
  action: string;
  entity: string;
  entityId?: string | null;
  /**
   * Never secrets, addresses of the network or whole texts. Changes add `before` and `after`
   * (product.md §3). SQL: of JSON text, minified.
   */
  metadata?: Record<string, unknown> | SQL;
  severity?: (typeof AUDIT_SEVERITIES)[number];
  source?: string;
  sessionId?: string | null;
}

/** Sources of the server's entries, which clients cannot use. */
export const OWN_SOURCES: readonly string[] = ["server", "api"];

/** Entries of the server itself, as opposed to reports that any signed-in user can send. */
export const isOwnRecord = inArray(auditEntries.source, [...OWN_SOURCES]);

/** The statement that records an action, for the action's batch. */
export function auditEntry(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  record: AuditRecord,
) {
  return db
    .insert(auditEntries)
    .values({ id: ids.next(), metadata: {}, ...record, createdAt: clock.now() });
}

/**
 * As `auditEntry`, for the head of a batch with optimistic locking: when `asFound` matches no row,
 * the statement and so the batch fails, and `runGuarded` throws "conflict".
 */
export function auditWhere(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  record: AuditRecord,
  asFound: SQLWrapper,
) {
  return db.insert(auditEntries).values({
    id: ids.next(),
    metadata: {},
    ...record,
    entity: sql`(SELECT ${record.entity} WHERE EXISTS ${asFound})`,
    createdAt: clock.now(),
  });
}

const SALT_BYTES = 16;

interface PersonalRecord extends Omit<AuditRecord, "metadata" | "entityId" | "entity"> {
  /** The user whose data changed. */
  userId: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Metadata that replaces personal data: the field names, and the digest of the separately stored
 * values.
 */
interface PersonalMetadata extends Record<string, unknown> {
  fields: string[];
  personal: string;
}

/**
 * SHA-256, hexadecimal. The salt is deleted with the details, so they cannot be guessed from the
 * digest.
 */
export const digestOf = (salt: string, details: string): string =>
  createHash("sha256").update(`${salt}\n${details}`).digest("hex");

/**
 * As `auditEntry`, for changes of personal data (names, addresses, pictures, interests): stored
 * separately and deleted with the account, while entry and chain stay
 * (docs/decisions/administration.md).
 */
export function personalAuditEntry(
  deps: Pick<Deps, "db" | "ids" | "clock" | "random">,
  { userId, before, after, ...record }: PersonalRecord,
) {
  const { db, ids, random } = deps;
  const id = ids.next();
  const details = JSON.stringify({ before, after });
  const salt = [...random.bytes(SALT_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const metadata: PersonalMetadata = {
    fields: [...new Set([...Object.keys(before), ...Object.keys(after)])],
    personal: digestOf(salt, details),
  };
  return [
    auditEntry(
      { ...deps, ids: { next: () => id } },
      { ...record, entity: "user", entityId: userId, metadata },
    ),
    db.insert(auditPersonal).values({ entryId: id, userId, salt, details }),
  ] as const;
}

/** An entry's metadata, with personal data while it exists. */
export const wholeMetadata =
  sql`coalesce((SELECT details FROM audit_personal WHERE entry_id = ${auditEntries.id}), ${auditEntries.metadata})`.mapWith(
    auditEntries.metadata,
  );

/**
 * Whether an entry has separately stored details. Client reports with similar metadata do not
 * count.
 */
export const isPersonal = (
  source: string,
  metadata: Record<string, unknown>,
): metadata is PersonalMetadata =>
  OWN_SOURCES.includes(source) &&
  typeof metadata.personal === "string" &&
  Array.isArray(metadata.fields);

const METADATA_LENGTH = 8_000;
const name = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));

function isShort(value: unknown): boolean {
  try {
    return JSON.stringify(value).length <= METADATA_LENGTH;
  } catch {
    // Nested so deeply that it cannot be written again.
    return false;
  }
}

/** POST /audit/logs (product.md §7): a client's report. */
export const AuditLog = v.object({
  action: name(100),
  entity: name(100),
  entityId: v.optional(v.nullable(name(100)), null),
  metadata: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((value) => isShort(value), "errors:issue.metadata"),
    ),
    {},
  ),
  severity: v.optional(v.picklist(AUDIT_SEVERITIES), "info"),
  source: v.optional(name(40), "frontend"),
  sessionId: v.optional(v.nullable(name(100)), null),
});
export type AuditLog = v.InferOutput<typeof AuditLog>;

/**
 * Stores a client's report, separate from the server's entries. @throws
 * AppError("too-many-requests") past the day's budget
 */
export async function writeAuditLog(
  deps: Deps,
  actor: Actor | null,
  entry: AuditLog,
): Promise<void> {
  assertCan(actor, "audit:write");
  await deps.budget.take("audit-report", actor.id);
  await deps.db.insert(clientReports).values({
    ...entry,
    id: deps.ids.next(),
    userId: actor.id,
    sessionId: entry.sessionId ?? actor.sessionId,
    createdAt: deps.clock.now(),
  });
}
