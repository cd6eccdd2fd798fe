import type { Deps } from "../../lib/deps";
import type { City } from "../cities/queries.server";
import { assessIn, candidateContext, withKnownVenue } from "./candidate-context.server";
import type { CandidateValues } from "./candidate-values";
import { findCandidateDuplicates } from "./find-candidate-duplicates.server";
import type { StoredCandidate } from "./read-candidates.server";

/**
 * The columns of a candidate to which a person gives other values: it is looked at anew, for its venue, duplicates and doubts.
 * @param gone a candidate that is decided on in the same batch: this one is no duplicate of it
 */
export async function correctedCandidate(
  deps: Deps,
  city: City,
  { id, runId, position, version }: StoredCandidate,
  values: CandidateValues,
  gone: string | null = null,
) {
  const context = await candidateContext(deps, city);
  const corrected = withKnownVenue(values, context);
  const duplicates = await findCandidateDuplicates(deps, city, context.book, [{ id, runId, position, ...corrected }]);
  const others = (duplicates.get(id) ?? []).filter(({ candidate }) => candidate !== gone);
  const { status, findings } = assessIn(context, corrected, others);
  return {
    values: corrected.values as unknown as Record<string, unknown>,
    // What a person has looked at is not waved through by the setting.
    status: status === "auto_approved" ? ("pending_review" as const) : status,
    findings,
    localDay: corrected.values.date,
    venueId: corrected.venueId,
    version: version + 1,
    updatedAt: deps.clock.now(),
  };
}
