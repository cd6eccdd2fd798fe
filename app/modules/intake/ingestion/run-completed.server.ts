import type { BatchItem } from "drizzle-orm/batch";
import type { ingestionRuns } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { auditEntry } from "../../audit/audit-entry.server";
import { findCityById } from "../../cities/queries.server";
import { ingestionDomainEvent } from "../../notifications/event-domain-events.server";

/** `source` of the runs that checks of sources start. */
export const MONITORED = "monitored";

export interface EndedRun
  extends Pick<
    typeof ingestionRuns.$inferSelect,
    "id" | "cityId" | "attempt" | "eventsCount" | "source"
  > {
  status: "completed" | "failed";
  /** Number of candidates by status. */
  counts: Readonly<Record<string, number>>;
}

/**
 * Statements for the batch that ends a run: an audit entry and, for a completed run, the domain
 * event that notifies staff (decisions.md §9). Call `dispatch` after the batch.
 */
export async function runCompleted(
  deps: Deps,
  run: EndedRun,
): Promise<{ statements: BatchItem<"sqlite">[]; dispatch(): Promise<void> }> {
  const audit = auditEntry(deps, {
    actorId: null,
    action: run.status === "completed" ? "ingestion.completed" : "ingestion.failed",
    entity: "ingestion-run",
    entityId: run.id,
    metadata: { events: run.eventsCount, ...run.counts },
    severity: run.status === "completed" ? "info" : "warning",
  });
  // Checks of sources complete all day; the inbox counts what they bring.
  const city =
    run.status === "completed" && run.source !== MONITORED
      ? await findCityById(deps, run.cityId)
      : undefined;
  if (!city) return { statements: [audit], dispatch: async () => {} };
  const domainEvent = ingestionDomainEvent(deps, {
    id: `${run.id}:${run.attempt}`,
    // Null, so that the editor who started the run is notified too.
    actorId: null,
    count: run.eventsCount,
    flagged: run.counts.flagged ?? 0,
    city: { en: city.nameEn, fa: city.nameFa },
    path: paths.adminIngestionRun(run.id),
  });
  return { statements: [audit, ...domainEvent.statements], dispatch: domainEvent.dispatch };
}
