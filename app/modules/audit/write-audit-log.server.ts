import * as v from "valibot";
import { AUDIT_SEVERITIES, clientReports } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";

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
