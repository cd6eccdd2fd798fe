import { eq } from "drizzle-orm";
import { ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { type AuditRecord, auditWhere } from "../../audit/audit-entry.server";
import { findCityById } from "../../cities/queries.server";
import { runGuarded } from "../../store/run-guarded.server";
import type { CandidateValues } from "./candidate-values";
import { correctedCandidate } from "./corrected-candidate.server";
import { candidateUnchanged, readCandidates } from "./read-candidates.server";

/**
 * Takes back the rejection or the merge of a candidate: it is assessed again and waits for review.
 * What an event or another candidate has taken from it stays there.
 * @param record audit entry
 * @throws not-found; conflict unless it is rejected, or if it changed meanwhile
 */
export async function reopenCandidate(
  deps: Deps,
  actor: Actor,
  id: string,
  record: AuditRecord,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const [candidate] = await readCandidates(deps, [id]);
  if (!candidate) throw new AppError("not-found");
  const city = await findCityById(deps, candidate.cityId);
  if (!city || candidate.status !== "rejected") throw new AppError("conflict");
  const values = candidate.values as unknown as CandidateValues;
  const assessed = await correctedCandidate(deps, city, candidate, values);
  await runGuarded(deps, [
    auditWhere(deps, record, candidateUnchanged(candidate)),
    deps.db
      .update(ingestionCandidates)
      .set({ ...assessed, rejectionReason: null, decidedBy: null, decidedAt: null })
      .where(eq(ingestionCandidates.id, id)),
  ]);
}
