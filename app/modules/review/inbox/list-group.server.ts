import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { ingestionCandidates, ingestionRuns, sourceItems, sources } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { OPEN_STATUSES } from "../../intake/ingestion/find-candidate-duplicates.server";
import type { StoredCandidate } from "../../intake/ingestion/read-candidates.server";
import { isUndecided } from "./schedule-decision.server";

/** Cases that are decided together: each is rehearsed within the request. */
export const GROUP_MAX = 100;

/**
 * The undecided candidates of a monitored source or of a run, by their day, up to `GROUP_MAX`; the
 * source's name, null for a run; and how many there are.
 * @param origin id of the source or of the run
 */
export async function listGroup(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
  origin: string,
): Promise<{ name: string | null; candidates: StoredCandidate[]; total: number }> {
  assertCan(actor, "ingestion:manage");
  const isOfGroup = and(
    inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
    or(
      eq(ingestionCandidates.runId, origin),
      sql`${ingestionCandidates.id} IN (SELECT candidate_id FROM ${sourceItems} WHERE ${sourceItems.sourceId} = ${origin})`,
    ),
    isUndecided(sql`${ingestionCandidates.id}`),
  );
  const [named, rows, counted] = await db.batch([
    db.select({ name: sources.name }).from(sources).where(eq(sources.id, origin)),
    db
      .select({
        candidate: ingestionCandidates,
        cityId: ingestionRuns.cityId,
        creatorId: ingestionRuns.creatorId,
      })
      .from(ingestionCandidates)
      .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
      .where(isOfGroup)
      .orderBy(asc(ingestionCandidates.localDay), asc(ingestionCandidates.id))
      .limit(GROUP_MAX),
    db.select({ total: sql<number>`count(*)` }).from(ingestionCandidates).where(isOfGroup),
  ]);
  return {
    name: named[0]?.name ?? null,
    candidates: rows.map(({ candidate, ...run }) => ({ ...candidate, ...run })),
    total: counted[0]?.total ?? 0,
  };
}
