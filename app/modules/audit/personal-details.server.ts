import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { auditEntries, auditPersonal } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type AuditRecord, auditEntry, OWN_SOURCES } from "./audit-entry.server";

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
