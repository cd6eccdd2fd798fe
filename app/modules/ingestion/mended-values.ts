import type { CandidateValues } from "./candidate-values";
import type { CandidateUpdate } from "./schema";

type Changes = Omit<CandidateUpdate, "version">;

/** Fields that are understood together: where somebody has mended one, they have looked at all. */
const GROUPS: readonly (readonly string[])[] = [
  ["title", "titleFa"],
  ["date", "time", "endDate", "endTime"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
];
const groupOf = (field: string): readonly string[] => GROUPS.find((group) => group.includes(field)) ?? [field];

/** A candidate with what an editor has written: of that nothing is doubted any more, nor is it the answer's. */
export function mendedValues(values: CandidateValues, changes: Changes): CandidateValues {
  const written = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = written.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name as keyof Changes]));
  const mended: CandidateValues = {
    ...values,
    ...Object.fromEntries(written),
    confidence: { ...values.confidence },
    origin: { ...values.origin },
  };
  const seen = new Set(written.flatMap(([name]) => groupOf(name)));
  mended.issues = values.issues.filter(({ field }) => !seen.has(field));
  for (const [name] of written) mended.confidence[name as keyof typeof mended.confidence] = 1;
  for (const [name] of changed) delete mended.origin[name as keyof typeof mended.origin];
  // Free and a price exclude each other: what was written decides.
  if (changes.free === true) mended.price = 0;
  else if (changes.price !== undefined) mended.free = changes.price === 0;
  else if (changes.free === false && mended.price === 0) mended.price = null;
  // A venue of another name stands elsewhere.
  if (changed.some(([name]) => name === "venue") && changes.venueFa === undefined) mended.venueFa = null;
  if (changed.some(([name]) => name === "venue" || name === "address") && changes.latitude === undefined) {
    mended.latitude = null;
    mended.longitude = null;
  }
  return mended;
}
