import { and, desc, eq, gte, lt, or, type SQL } from "drizzle-orm";
import * as v from "valibot";
import { AUDIT_SEVERITIES, auditEntries, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, can, type Permission } from "../../lib/permissions";

const short = v.pipe(v.string(), v.trim(), v.maxLength(100));
const day = v.pipe(v.string(), v.isoDate());

/** What the audit log can be narrowed to. Days are UTC days, both included. */
export const AuditFilter = v.object({
  action: v.optional(short),
  entity: v.optional(short),
  entityId: v.optional(short),
  actor: v.optional(short),
  severity: v.optional(v.picklist(AUDIT_SEVERITIES)),
  from: v.optional(day),
  to: v.optional(day),
});
export type AuditFilter = v.InferOutput<typeof AuditFilter>;

export interface ListedEntry {
  id: string;
  actorId: string | null;
  /** Null where nobody was signed in, or the account is gone. */
  actorName: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  metadata: Record<string, unknown>;
  severity: (typeof AUDIT_SEVERITIES)[number];
  source: string;
  sessionId: string | null;
  createdAt: number;
  sequence: number | null;
  hash: string | null;
}

const DAY = 86_400_000;
const CURSOR = /^(\d{1,15})-([0-9a-f-]{36})$/;

const LISTED = {
  id: auditEntries.id,
  actorId: auditEntries.actorId,
  actorName: users.displayName,
  action: auditEntries.action,
  entity: auditEntries.entity,
  entityId: auditEntries.entityId,
  metadata: auditEntries.metadata,
  severity: auditEntries.severity,
  source: auditEntries.source,
  sessionId: auditEntries.sessionId,
  createdAt: auditEntries.createdAt,
  sequence: auditEntries.sequence,
  hash: auditEntries.hash,
};

/** What entries about these tell stands on pages that not all of the staff may open: addresses, names, settings. */
const DETAILS: Readonly<Record<string, Permission>> = {
  user: "user:manage",
  "platform-settings": "platform-settings:manage",
  mail: "outbox:read",
};

/** An entry as the reader may have it: that it happened, all who read the log may know; what has changed, not all. */
function readableBy<E extends Pick<ListedEntry, "entity" | "metadata">>(actor: Actor, entry: E): E {
  const needed = Object.hasOwn(DETAILS, entry.entity) ? DETAILS[entry.entity] : undefined;
  return needed === undefined || can(actor, needed) ? entry : { ...entry, metadata: {} };
}

function clauses({ action, entity, entityId, actor, severity, from, to }: AuditFilter): (SQL | undefined)[] {
  const { createdAt } = auditEntries;
  return [
    action ? eq(auditEntries.action, action) : undefined,
    entity ? eq(auditEntries.entity, entity) : undefined,
    entityId ? eq(auditEntries.entityId, entityId) : undefined,
    actor ? eq(auditEntries.actorId, actor) : undefined,
    severity ? eq(auditEntries.severity, severity) : undefined,
    from ? gte(createdAt, Date.parse(from)) : undefined,
    to ? lt(createdAt, Date.parse(to) + DAY) : undefined,
  ];
}

function before(cursor: string | null): SQL | undefined {
  if (cursor === null) return undefined;
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (!time || !id) throw new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);
  const { createdAt } = auditEntries;
  return or(lt(createdAt, Number(time)), and(eq(createdAt, Number(time)), lt(auditEntries.id, id)));
}

/**
 * The audit log, newest first. Entries about people, platform settings and mails come without their details to whoever may
 * not open the pages of those.
 * @param cursor of the page before; null for the first
 * @throws AppError("bad-request") for a cursor that is not ours
 */
export async function listAuditEntries(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  filter: AuditFilter,
  cursor: string | null,
  limit: number,
): Promise<{ items: ListedEntry[]; nextCursor: string | null }> {
  assertCan(actor, "audit:read");
  const rows = await db
    .select(LISTED)
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(...clauses(filter), before(cursor)))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map((entry) => readableBy(actor, entry));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? `${last.createdAt}-${last.id}` : null };
}

/** One entry, as the list has it. @throws AppError("not-found") */
export async function getAuditEntry({ db }: Pick<Deps, "db">, actor: Actor | null, id: string): Promise<ListedEntry> {
  assertCan(actor, "audit:read");
  const entry = await db
    .select(LISTED)
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(eq(auditEntries.id, id))
    .get();
  if (!entry) throw new AppError("not-found");
  return readableBy(actor, entry);
}
