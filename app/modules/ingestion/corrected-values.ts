import type { CandidateValues } from "./candidate-values";
import type { CandidateUpdate } from "./schema";

type Changes = Omit<CandidateUpdate, "version">;

/** Fields that are understood together: where somebody has corrected one, they have looked at all. */
const GROUPS: readonly (readonly string[])[] = [
  ["title", "titleFa"],
  ["date", "time", "endDate", "endTime"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
];
const groupOf = (field: string): readonly string[] => GROUPS.find((group) => group.includes(field)) ?? [field];

/** A candidate with what an editor has written: of that nothing is doubted any more, nor is it the answer's. */
export function correctedValues(values: CandidateValues, changes: Changes): CandidateValues {
  const written = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = written.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name as keyof Changes]));
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
  // Free and a price exclude each other: what was written decides.
  if (changes.free === true) corrected.price = 0;
  else if (changes.price !== undefined) corrected.free = changes.price === 0;
  else if (changes.free === false && corrected.price === 0) corrected.price = null;
  // A venue of another name stands elsewhere.
  if (changed.some(([name]) => name === "venue") && changes.venueFa === undefined) corrected.venueFa = null;
  if (changed.some(([name]) => name === "venue" || name === "address") && changes.latitude === undefined) {
    corrected.latitude = null;
    corrected.longitude = null;
  }
  return corrected;
}
