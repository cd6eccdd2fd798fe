import { and, asc, eq } from "drizzle-orm";
import {
  type CandidateFinding,
  type CandidateStatus,
  ingestionCandidates,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { describeError, log } from "../../../lib/runtime/log";
import { assessIn, type CandidateContext, withKnownVenue } from "./candidate-context.server";
import { type CandidateValues, eventValuesOf } from "./candidate-values";
import {
  type ComparedCandidate,
  findCandidateDuplicates,
} from "./find-candidate-duplicates.server";
import type { LogEntry } from "./run-log.server";

const ERROR_LENGTH = 300;

/** An assessed candidate. */
export interface Processed {
  id: string;
  values: CandidateValues;
  status: CandidateStatus;
  findings: CandidateFinding[];
  localDay: string | null;
  venueId: string | null;
}

/** Unassessed candidates of a run, in the order of the answer. */
export const unassessedCandidates = async (
  { db }: Pick<Deps, "db">,
  runId: string,
): Promise<ComparedCandidate[]> => {
  const rows = await db
    .select({
      id: ingestionCandidates.id,
      runId: ingestionCandidates.runId,
      position: ingestionCandidates.position,
      values: ingestionCandidates.values,
      venueId: ingestionCandidates.venueId,
    })
    .from(ingestionCandidates)
    .where(and(eq(ingestionCandidates.runId, runId), eq(ingestionCandidates.status, "waiting")))
    .orderBy(asc(ingestionCandidates.position));
  return rows.map((row) => ({ ...row, values: row.values as unknown as CandidateValues }));
};

/** Assesses candidates: venues, duplicates, findings. Marks failures for a retry. */
export async function assessCandidates(
  deps: Pick<Deps, "db">,
  context: CandidateContext,
  waiting: readonly ComparedCandidate[],
) {
  const logs: LogEntry[] = [];
  const broken = new Set<string>();
  const attempt = <T>({ id, position }: ComparedCandidate, look: () => T): T | null => {
    try {
      return look();
    } catch (error) {
      broken.add(id);
      log("error", "ingestion.candidate-failed", { id, ...describeError(error) });
      logs.push({
        level: "error",
        code: "candidate-failed",
        values: { position: position + 1, error: errorText(error) },
      });
      return null;
    }
  };
  const located = waiting.map(
    (candidate) =>
      attempt(candidate, () => ({ ...candidate, ...withKnownVenue(candidate.values, context) })) ??
      candidate,
  );
  // A candidate whose values cannot be converted cannot be compared.
  const comparable = located.filter(
    (candidate) =>
      !broken.has(candidate.id) &&
      attempt(candidate, () => eventValuesOf(candidate.values, context.city.slug)) !== null,
  );
  const duplicates = await findCandidateDuplicates(deps, context.city, context.book, comparable);
  const processed = located.map((candidate): Processed => {
    const { id, values, venueId } = candidate;
    const assessed = broken.has(id)
      ? null
      : attempt(candidate, () => assessIn(context, candidate, duplicates.get(id) ?? []));
    const localDay = typeof values?.date === "string" ? values.date : null;
    return assessed
      ? { id, values, venueId, localDay, ...assessed }
      : {
          id,
          values,
          venueId,
          localDay,
          status: "pending_retry",
          findings: [{ code: "processing-failed", field: null }],
        };
  });
  const venues = processed.filter(({ venueId }) => venueId !== null).length;
  if (venues > 0) logs.push({ level: "info", code: "venues-known", values: { count: venues } });
  if (duplicates.size > 0)
    logs.push({ level: "warn", code: "twins-found", values: { count: duplicates.size } });
  return { processed, logs };
}

/** The error's name, without details of SQL statements or values. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.name : "Error").slice(0, ERROR_LENGTH);
