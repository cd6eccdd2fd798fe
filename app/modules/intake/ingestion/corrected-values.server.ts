import type { CandidateValues } from "./candidate-values";
import { firstDateOf } from "./parser/read-series.server";
import type { CandidateUpdate } from "./schema";

type Changes = Omit<CandidateUpdate, "version">;

/** Fields that belong together: an editor who corrected one has reviewed all. */
const GROUPS: readonly (readonly string[])[] = [
  ["title", "titleFa"],
  ["date", "time", "endDate", "endTime", "schedule"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
];
const groupOf = (field: string): readonly string[] =>
  GROUPS.find((group) => group.includes(field)) ?? [field];

/**
 * Applies an editor's changes to a candidate: clears issues of the changed fields and their origin.
 */
export function correctedValues(values: CandidateValues, changes: Changes): CandidateValues {
  const written = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = written.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name as keyof Changes]),
  );
  const corrected: CandidateValues = {
    ...values,
    ...Object.fromEntries(written),
    confidence: { ...values.confidence },
    origin: { ...values.origin },
  };
  const seen = new Set(written.flatMap(([name]) => groupOf(name)));
  corrected.issues = values.issues.filter(({ field }) => !seen.has(field));
  for (const [name] of written) corrected.confidence[name as keyof typeof corrected.confidence] = 1;
  for (const [name] of changed) delete corrected.origin[name as keyof typeof corrected.origin];
  // Free and price exclude each other: the changed one wins.
  if (changes.free === true) corrected.price = 0;
  else if (changes.price !== undefined) corrected.free = changes.price === 0;
  else if (changes.free === false && corrected.price === 0) corrected.price = null;
  // Day and hours follow from several dates.
  if (corrected.schedule) Object.assign(corrected, firstDateOf(corrected.schedule));
  // Another venue has another position.
  if (changed.some(([name]) => name === "venue") && changes.venueFa === undefined)
    corrected.venueFa = null;
  if (
    changed.some(([name]) => name === "venue" || name === "address") &&
    changes.latitude === undefined
  ) {
    corrected.latitude = null;
    corrected.longitude = null;
  }
  return corrected;
}
