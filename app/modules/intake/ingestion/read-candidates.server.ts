import { and, eq, inArray, sql } from "drizzle-orm";
import { ingestionCandidates, ingestionRuns, sourceItems, sources } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { OPEN_STATUSES } from "./find-candidate-duplicates.server";

/** A stored candidate with its run's city and creator. */
export type StoredCandidate = typeof ingestionCandidates.$inferSelect & {
  cityId: string;
  creatorId: string;
};

/** Reads candidates by id. */
export async function readCandidates(
  { db }: Pick<Deps, "db">,
  ids: readonly string[],
): Promise<StoredCandidate[]> {
  const rows = await db
    .select({
      candidate: ingestionCandidates,
      cityId: ingestionRuns.cityId,
      creatorId: ingestionRuns.creatorId,
    })
    .from(ingestionCandidates)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
    .where(
      inArray(ingestionCandidates.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    );
  return rows.map(({ candidate, ...run }) => ({ ...candidate, ...run }));
}

/** Those among candidates whose source is on trial: one press does not make them public. */
export async function candidatesOnTrial(
  { db }: Pick<Deps, "db">,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: sourceItems.candidateId })
    .from(sourceItems)
    .innerJoin(sources, eq(sources.id, sourceItems.sourceId))
    .where(
      and(
        inArray(
          sourceItems.candidateId,
          sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        ),
        eq(sources.trust, "trial"),
      ),
    );
  return rows.flatMap(({ id }) => id ?? []);
}

/** Whether the candidate is undecided. */
export const isOpen = ({ status }: Pick<StoredCandidate, "status">): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** Guard query: matches while the candidate has the version that was read. */
export const candidateUnchanged = ({ id, version }: Pick<StoredCandidate, "id" | "version">) =>
  sql`(SELECT 1 FROM ingestion_candidates WHERE ${and(eq(ingestionCandidates.id, id), eq(ingestionCandidates.version, version))})`;
