import type { BatchItem } from "drizzle-orm/batch";
import type { ingestionRuns } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { auditEntry } from "../audit/audit-entry.server";

export interface EndedRun extends Pick<typeof ingestionRuns.$inferSelect, "id" | "cityId" | "month" | "creatorId" | "eventsCount"> {
  status: "completed" | "failed";
  /** Candidates by their status. */
  counts: Readonly<Record<string, number>>;
}

/**
 * What follows from the end of a run, as statements for the batch that ends it: the audit log. Whoever is to be told of
 * `ingestion.completed` (decisions.md §9) is told by statements added here: neither is there without the other.
 */
export function runCompleted(deps: Pick<Deps, "db" | "ids" | "clock">, run: EndedRun): BatchItem<"sqlite">[] {
  return [
    auditEntry(deps, {
      actorId: null,
      action: run.status === "completed" ? "ingestion.completed" : "ingestion.failed",
      entity: "ingestion-run",
      entityId: run.id,
      metadata: { events: run.eventsCount, ...run.counts },
      severity: run.status === "completed" ? "info" : "warning",
    }),
  ];
}
