import { and, desc, eq, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { AUDIT_SEVERITIES, auditEntries, clientReports, users } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan, can, type Permission } from "../../lib/permissions";
import { UUID_PATTERN } from "../../lib/runtime/ids";
import { columnsOf, countRows } from "../../lib/runtime/sql-columns.server";
import { searchKey, titleKey } from "../../lib/text/search-text";
import { MAX_COUNTED_ROWS } from "../../lib/text/total-text.server";
import { isPersonal, wholeMetadata } from "./audit-entry.server";

const short = v.pipe(v.string(), v.trim(), v.maxLength(100));
const day = v.pipe(v.string(), v.isoDate());

/** Filters of the audit log. Days are UTC, inclusive. */
export const AuditFilter = v.object({
  /** Part of the name of the actor or entity: an account, or an event's title. */
  name: v.optional(short),
  action: v.optional(short),
  entity: v.optional(short),
  entityId: v.optional(short),
  actor: v.optional(short),
  severity: v.optional(v.picklist(AUDIT_SEVERITIES)),
  from: v.optional(day),
  to: v.optional(day),
});
export type AuditFilter = v.InferOutput<typeof AuditFilter>;

/** @throws AppError("bad-request") naming each parameter of an API request that makes no sense */
export function auditFilterOfQuery(query: Record<string, string>): AuditFilter {
  const result = v.safeParse(AuditFilter, query);
  if (result.success) return result.output;
  throw new AppError(
    "bad-request",
    result.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? "",
      message: "errors:issue.value",
    })),
  );
}

export interface ListedEntry {
  id: string;
  actorId: string | null;
  /** Null for anonymous actors and deleted accounts. */
  actorName: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  metadata: Record<string, unknown>;
  /** Why metadata are missing: no permission, or deleted with the account. */
  withheld: "permission" | "erased" | null;
  severity: (typeof AUDIT_SEVERITIES)[number];
  source: string;
  sessionId: string | null;
  createdAt: number;
  sequence: number | null;
  hash: string | null;
}

const CURSOR = new RegExp(`^(\\d{1,15})-(${UUID_PATTERN})$`);

/** Limit of entries scanned per page for conditions without an index; the next page continues. */
const LOOKED = 2_000;

const LISTED_COLUMNS = {
  ...columnsOf({
    id: auditEntries.id,
    actorId: auditEntries.actorId,
    action: auditEntries.action,
    entity: auditEntries.entity,
    entityId: auditEntries.entityId,
    severity: auditEntries.severity,
    source: auditEntries.source,
    sessionId: auditEntries.sessionId,
    createdAt: auditEntries.createdAt,
    sequence: auditEntries.sequence,
    hash: auditEntries.hash,
  }),
  metadata: wholeMetadata.as("whole_metadata"),
  // Accounts that were deleted keep their row, without a name.
  actorName: sql<string | null>`nullif(${users.displayName}, '')`.as("actor_name"),
};

/** Permissions for the details of entries about restricted entities: addresses, names, settings. */
const DETAILS: Readonly<Record<string, Permission>> = {
  user: "user:manage",
  "platform-settings": "platform-settings:manage",
  mail: "outbox:read",
};

/**
 * An entry or a client report, without metadata if the reader lacks the permission for the entity's
 * pages.
 */
function withoutHidden<E extends Pick<ListedEntry, "entity" | "metadata">>(actor: Actor, entry: E) {
  const needed = Object.hasOwn(DETAILS, entry.entity) ? DETAILS[entry.entity] : undefined;
  const isHidden =
    needed !== undefined && !can(actor, needed) && Object.keys(entry.metadata).length > 0;
  return isHidden
    ? { ...entry, metadata: {}, withheld: "permission" as const }
    : { ...entry, withheld: null };
}

/** An entry with the details that the reader may see. */
function readableBy<E extends Omit<ListedEntry, "withheld">>(
  actor: Actor,
  entry: E,
): E & Pick<ListedEntry, "withheld"> {
  const readable = withoutHidden(actor, entry);
  if (readable.withheld === null && isPersonal(entry.source, entry.metadata))
    return { ...entry, metadata: { fields: entry.metadata.fields }, withheld: "erased" };
  return readable;
}

/**
 * Splits a filter into conditions that an index serves in the list's order and conditions checked
 * row by row.
 */
function splitFilter({ action, entity, entityId, actor, severity, from, to }: AuditFilter) {
  const { createdAt } = auditEntries;
  const period = [
    from ? gte(createdAt, Date.parse(from)) : undefined,
    to ? lt(createdAt, Date.parse(to) + DAY) : undefined,
  ];
  const is = (column: SQLiteColumn, value: string | undefined) =>
    value ? eq(column, value) : undefined;
  const ways: { index: string; clauses: (SQL | undefined)[] }[] = [
    {
      index: "audit_entries_by_entity",
      clauses: [is(auditEntries.entity, entity), is(auditEntries.entityId, entityId)],
    },
    { index: "audit_entries_by_actor", clauses: [is(auditEntries.actorId, actor)] },
    { index: "audit_entries_by_action", clauses: [is(auditEntries.action, action)] },
    { index: "audit_entries_by_severity", clauses: [is(auditEntries.severity, severity)] },
  ];
  const way = ways.find(({ clauses }) => clauses.every(Boolean)) ?? {
    index: "audit_entries_by_age",
    clauses: [],
  };
  const others = ways
    .filter((other) => other !== way)
    .flatMap(({ clauses }) => clauses.filter((clause) => clause !== undefined));
  // Named: the planner might take two of them for one, or sort all that one finds.
  return {
    indexed: and(...way.clauses, ...period),
    others,
    source: sql.raw(`audit_entries INDEXED BY ${way.index}`),
  };
}

/**
 * Entries whose actor, account or event name contains the text. Addresses match for readers who may
 * open users' pages. `instr`, because D1 refuses LIKE patterns beyond 50 bytes.
 */
function hasName(actor: Actor, words: string | undefined): SQL[] {
  const [key, title] = [searchKey(words ?? ""), titleKey(words ?? "")];
  if (!words || key === "") return [];
  const inAddress = can(actor, "user:manage");
  const holds = (person: string) => {
    const column = sql.raw(`${person}.search_key`);
    return inAddress
      ? sql`(instr(${column}, ${key}) > 0 OR instr(${column}, ${words.toLowerCase()}) > 0)`
      : sql`instr(substr(${column}, 1, instr(${column}, char(10)) - 1), ${key}) > 0`;
  };
  return [
    sql`(${holds("users")}
      OR (${auditEntries.entity} = 'user' AND EXISTS (SELECT 1 FROM users AS about WHERE about.id = ${auditEntries.entityId} AND ${holds("about")}))
      OR (${auditEntries.entity} = 'event' AND EXISTS (SELECT 1 FROM events WHERE events.id = ${auditEntries.entityId}
        AND (instr(events.title_key, ${title}) > 0 OR instr(events.title_fa, ${words}) > 0))))`,
  ];
}

function before(cursor: string | null): SQL | undefined {
  if (cursor === null) return undefined;
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (!time || !id)
    throw new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);
  const { createdAt } = auditEntries;
  return or(lt(createdAt, Number(time)), and(eq(createdAt, Number(time)), lt(auditEntries.id, id)));
}

/**
 * The audit log, newest first. Details of entries about users, platform settings and mails need the
 * permission for their pages. Conditions without an index are checked on the next 2,000 entries
 * only, which bounds the cost; a page may be short although more follow.
 * @param cursor from the previous page; null for the first
 * @returns also whether only a part of the log was searched
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function listAuditEntries(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  filter: AuditFilter,
  cursor: string | null,
  limit: number,
): Promise<{ items: ListedEntry[]; nextCursor: string | null; hasLookedAtSome: boolean }> {
  assertCan(actor, "audit:read");
  const { indexed, others: rest, source } = splitFilter(filter);
  const others = [...rest, ...hasName(actor, filter.name)];
  const mostLooked = others.length === 0 ? limit + 1 : Math.max(LOOKED, limit + 1);
  const walk = sql`SELECT audit_entries.id AS looked_id, audit_entries.created_at AS looked_at FROM ${source}
    WHERE ${and(indexed, before(cursor)) ?? sql`1`} ORDER BY audit_entries.created_at DESC, audit_entries.id DESC`;
  const [rows, edge] = await db.batch([
    db
      .select(LISTED_COLUMNS)
      .from(sql`(${walk} LIMIT ${sql.raw(String(mostLooked))}) AS looked CROSS JOIN audit_entries`)
      .leftJoin(users, eq(users.id, auditEntries.actorId))
      .where(and(sql`audit_entries.id = looked.looked_id`, ...others))
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(limit + 1),
    db
      .select({ at: sql<number>`looked_at`, id: sql<string>`looked_id` })
      .from(sql`(${walk} LIMIT 1 OFFSET ${sql.raw(String(mostLooked - 1))})`),
  ]);
  const items = rows.slice(0, limit).map((entry) => readableBy(actor, entry));
  const last = items.at(-1);
  const [end] = edge;
  const hasLookedAtSome = others.length > 0 && end !== undefined;
  const nextCursor =
    rows.length > limit && last
      ? `${last.createdAt}-${last.id}`
      : hasLookedAtSome && end
        ? `${end.at}-${end.id}`
        : null;
  return { items, nextCursor, hasLookedAtSome };
}

/** How many of the newest 1,001 entries that an index finds fit the filter. */
export async function countAuditEntries(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  filter: AuditFilter,
): Promise<number> {
  assertCan(actor, "audit:read");
  const { indexed, others, source } = splitFilter(filter);
  const row = await db
    .select({ count: sql<number>`count(*)` })
    .from(
      sql`(SELECT audit_entries.id AS looked_id FROM ${source} WHERE ${indexed ?? sql`1`}
        ORDER BY audit_entries.created_at DESC LIMIT ${sql.raw(String(MAX_COUNTED_ROWS + 1))}) AS looked CROSS JOIN audit_entries`,
    )
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(sql`audit_entries.id = looked.looked_id`, ...others, ...hasName(actor, filter.name)))
    .get();
  return row?.count ?? 0;
}

/** One entry, as the list has it. @throws AppError("not-found") */
export async function getAuditEntry(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<ListedEntry> {
  assertCan(actor, "audit:read");
  const entry = await db
    .select(LISTED_COLUMNS)
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(eq(auditEntries.id, id))
    .get();
  if (!entry) throw new AppError("not-found");
  return readableBy(actor, entry);
}

export type ClientReport = typeof clientReports.$inferSelect & {
  /** Null once the account is deleted. */
  userName: string | null;
  /**
   * Why metadata are missing: the reader lacks the permission for the entity's pages. Null when
   * there were none.
   */
  withheld: "permission" | null;
};

/**
 * Client reports, newest first; details need the same permissions as in the audit log.
 * @param cursor from the previous page; null for the first
 * @throws AppError("bad-request") for an invalid cursor
 */
export async function listClientReports(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  cursor: string | null,
  limit: number,
): Promise<{ items: ClientReport[]; nextCursor: string | null }> {
  assertCan(actor, "audit:read");
  const [, time, id] = CURSOR.exec(cursor ?? "") ?? [];
  if (cursor !== null && !id)
    throw new AppError("bad-request", [{ path: "cursor", message: "errors:issue.cursor" }]);
  const rows = await db
    .select({
      ...getTableColumns(clientReports),
      userName: sql<string | null>`nullif(${users.displayName}, '')`,
    })
    .from(clientReports)
    .leftJoin(users, eq(users.id, clientReports.userId))
    .where(
      id
        ? sql`(${clientReports.createdAt}, ${clientReports.id}) < (${Number(time)}, ${id})`
        : undefined,
    )
    .orderBy(desc(clientReports.createdAt), desc(clientReports.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map((report) => withoutHidden(actor, report));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? `${last.createdAt}-${last.id}` : null };
}

/** How many reports there are, counted to 1,001. */
export const countClientReports = (deps: Pick<Deps, "db">): Promise<number> =>
  countRows(deps, sql`${clientReports}`);
