import type { Deps } from "../../../lib/deps";
import type { City } from "../../cities/queries.server";
import { assessIn, candidateContext, withKnownVenue } from "./candidate-context.server";
import type { CandidateValues } from "./candidate-values";
import { findCandidateDuplicates } from "./find-candidate-duplicates.server";
import type { StoredCandidate } from "./read-candidates.server";

/**
 * Columns of a candidate with new values: assesses venue, duplicates and findings again.
 * @param droppedId candidate decided in the same batch, which cannot be a duplicate any more
 */
export async function correctedCandidate(
  deps: Deps,
  city: City,
  { id, runId, position, version }: StoredCandidate,
  values: CandidateValues,
  droppedId: string | null = null,
) {
  const context = await candidateContext(deps, city);
  const corrected = withKnownVenue(values, context);
  const duplicates = await findCandidateDuplicates(deps, city, context.book, [
    { id, runId, position, ...corrected },
  ]);
  const others = (duplicates.get(id) ?? []).filter(({ candidate }) => candidate !== droppedId);
  const { status, findings } = assessIn(context, corrected, others);
  return {
    values: corrected.values as unknown as Record<string, unknown>,
    // An editor's correction is never auto-approved.
    status: status === "auto_approved" ? ("pending_review" as const) : status,
    findings,
    localDay: corrected.values.date,
    venueId: corrected.venueId,
    version: version + 1,
    updatedAt: deps.clock.now(),
  };
}
