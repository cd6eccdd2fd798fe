import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { findCityById } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import type { CandidateValues } from "./candidate-values";
import { correctedCandidate } from "./corrected-candidate.server";
import { OPEN_STATUSES } from "./find-candidate-duplicates.server";
import { fullerValues } from "./fuller-values";
import { candidateUnchanged, isOpen, readCandidates } from "./read-candidates.server";

export interface CandidateJoin {
  /** Candidate that is kept, with the merged fields. */
  stays: string;
  goes: string;
  /** Rejection reason of the other candidate. */
  reason: string;
  /** Versions that the editor saw, by candidate; null skips the check. */
  expectedVersions: Readonly<Record<string, number | null>>;
  /** Statements for the end of the batch. */
  following?: readonly BatchItem<"sqlite">[];
}

/**
 * Merges two candidates of the same event: the kept one takes missing fields and is assessed again;
 * the other is rejected with a link to it. Candidates similar to the dropped one then refer to the
 * kept one.
 * @throws not-found; conflict if either was decided or changed, or their cities differ
 */
export async function joinCandidates(
  deps: Deps,
  actor: Actor | null,
  { stays, goes, reason, expectedVersions, following = [] }: CandidateJoin,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const found = new Map(
    (await readCandidates(deps, [stays, goes])).map((candidate) => [candidate.id, candidate]),
  );
  const [kept, dropped] = [found.get(stays), found.get(goes)];
  if (!kept || !dropped) throw new AppError("not-found");
  if (kept.id === dropped.id || !isOpen(kept) || !isOpen(dropped) || kept.cityId !== dropped.cityId)
    throw new AppError("conflict");
  for (const { id, version } of [kept, dropped])
    if ((expectedVersions[id] ?? version) !== version) throw staleError();
  const city = await findCityById(deps, kept.cityId);
  if (!city) throw new AppError("conflict");
  const [own, other] = [
    kept.values as unknown as CandidateValues,
    dropped.values as unknown as CandidateValues,
  ];
  const joined = await correctedCandidate(deps, city, kept, fullerValues(own, other), dropped.id);
  const now = deps.clock.now();
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.merged",
        entity: "candidate",
        entityId: dropped.id,
        metadata: {
          before: { status: dropped.status },
          after: { status: "rejected" },
          candidate: kept.id,
          run: dropped.runId,
        },
        sessionId: actor.sessionId,
      },
      sql`(SELECT 1 WHERE EXISTS ${candidateUnchanged(kept)} AND EXISTS ${candidateUnchanged(dropped)})`,
    ),
    deps.db.update(ingestionCandidates).set(joined).where(eq(ingestionCandidates.id, kept.id)),
    deps.db
      .update(ingestionCandidates)
      .set({
        status: "rejected",
        rejectionReason: reason,
        findings: [{ code: "merged-into", field: null, candidate: kept.id }],
        decidedBy: actor.id,
        decidedAt: now,
        version: dropped.version + 1,
        updatedAt: now,
      })
      .where(eq(ingestionCandidates.id, dropped.id)),
    deps.db
      .update(ingestionCandidates)
      .set({ findings: sql`replace(${ingestionCandidates.findings}, ${dropped.id}, ${kept.id})` })
      .where(
        and(
          inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
          sql`${ingestionCandidates.id} <> ${kept.id}`,
          sql`instr(${ingestionCandidates.findings}, ${dropped.id}) > 0`,
        ),
      ),
    ...following,
  ]);
}
