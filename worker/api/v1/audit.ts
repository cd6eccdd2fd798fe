import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { listJson } from "../../../app/lib/text/list-json";
import { AuditLog, writeAuditLog } from "../../../app/modules/audit/audit-entry.server";
import {
  AuditFilter,
  auditFilterOfQuery,
  listAuditEntries,
  listClientReports,
} from "../../../app/modules/audit/list-entries.server";
import { AUDIT_SEVERITIES } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { AUDIT_ENTRY_EXAMPLE, AUDIT_LOG_EXAMPLE, CLIENT_REPORT_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

export const audit = new Hono<AppEnv>();

/** Entries of an answer. */
const USUAL = 50;
const MAX_LIMIT = 200;

const AuditEntryJson = v.pipe(
  v.object({
    id: v.string(),
    actorId: v.nullable(v.string()),
    actorName: v.nullable(v.string()),
    action: v.string(),
    entity: v.string(),
    entityId: v.nullable(v.string()),
    metadata: v.record(v.string(), v.unknown()),
    withheld: v.nullable(v.picklist(["permission", "erased"])),
    severity: v.picklist(AUDIT_SEVERITIES),
    source: v.string(),
    sessionId: v.nullable(v.string()),
    sequence: v.nullable(v.number()),
    hash: v.nullable(v.string()),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "AuditEntry" }),
);

const ClientReportJson = v.pipe(
  v.object({
    id: v.string(),
    userId: v.string(),
    userName: v.nullable(v.string()),
    action: v.string(),
    entity: v.string(),
    entityId: v.nullable(v.string()),
    metadata: v.record(v.string(), v.unknown()),
    withheld: v.nullable(v.picklist(["permission"])),
    severity: v.picklist(AUDIT_SEVERITIES),
    source: v.string(),
    sessionId: v.nullable(v.string()),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "ClientReport" }),
);

/** @throws AppError("bad-request") */
function limitOf(limit: string | undefined): number {
  const count = limit === undefined ? USUAL : Number(limit);
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_LIMIT))
    throw new AppError("bad-request", [{ path: "limit", message: "errors:issue.limit" }]);
  return count;
}

/**
 * The session as the client counts it, by X-Session-Id (product.md §7). It is not
 * one of our sessions and grants nothing.
 */
function sentSession(c: Context<AppEnv>): string | null {
  const sent = c.req.header("X-Session-Id");
  return sent && /^[\x21-\x7E]{1,100}$/.test(sent) ? sent : null;
}

/** The cursor is of the endpoint, not of the filter. */
const AuditParameters = v.object({
  ...AuditFilter.entries,
  cursor: v.optional(v.string()),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT)), USUAL),
});

resource(audit, "/logs", {
  GET: operation({
    operationId: "listAuditLogs",
    budget: ["reads", "staff"],
    tag: "audit",
    needs: "audit:read",
    query: AuditParameters,
    meanings: {
      name: "auditName",
      action: "auditAction",
      entity: "auditEntity",
      entityId: "auditEntityId",
      actor: "auditActor",
      severity: "auditSeverity",
      from: "auditFrom",
      to: "auditTo",
    },
    answer: {
      schema: listJson("AuditEntryList", AuditEntryJson),
      example: { items: [AUDIT_ENTRY_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps, actor }) => {
      const { cursor = null, limit, ...filter } = c.req.query();
      const { items, nextCursor } = await listAuditEntries(
        deps,
        actor,
        auditFilterOfQuery(filter),
        cursor,
        limitOf(limit),
      );
      return {
        items: items.map(({ createdAt, ...entry }) => ({
          ...entry,
          createdAt: new Date(createdAt).toISOString(),
        })),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
  POST: operation({
    operationId: "writeAuditLog",
    budget: ["reads", "staff"],
    tag: "audit",
    needs: "audit:write",
    body: { name: "AuditLog", schema: AuditLog, example: AUDIT_LOG_EXAMPLE },
    answer: { status: 204 },
    idempotent: true,
    run: async ({ c, deps, actor, body }) => {
      const { sessionId, ...entry } = body;
      await writeAuditLog(deps, actor, { ...entry, sessionId: sessionId ?? sentSession(c) });
    },
  }),
});

const { cursor, limit } = AuditParameters.entries;
resource(audit, "/reports", {
  GET: operation({
    operationId: "listClientReports",
    budget: ["reads", "staff"],
    tag: "audit",
    needs: "audit:read",
    query: v.object({ cursor, limit }),
    answer: {
      schema: listJson("ClientReportList", ClientReportJson),
      example: { items: [CLIENT_REPORT_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps, actor }) => {
      const { items, nextCursor } = await listClientReports(
        deps,
        actor,
        c.req.query("cursor") ?? null,
        limitOf(c.req.query("limit")),
      );
      return {
        items: items.map(({ createdAt, ...report }) => ({
          ...report,
          createdAt: new Date(createdAt).toISOString(),
        })),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
});
