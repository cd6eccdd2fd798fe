import type { Comparison, DuplicateReason, Relation } from "./event-subject";

/** Reasons in favour of a duplicate, in display order. */
const FOR: readonly DuplicateReason[] = [
  "same-url",
  "same-title",
  "similar-title",
  "same-venue",
  "similar-venue",
  "same-time",
  "near-time",
];

export interface Explanation {
  /** Relation of the pair; each has an interface text. */
  relation: Relation;
  /** Reasons for a duplicate, the strongest first; each has an interface text. */
  for: readonly DuplicateReason[];
  /** Reasons against a duplicate. */
  against: readonly DuplicateReason[];
}

/** Splits a comparison into reason codes for and against; pages supply the texts. */
export function explainComparison({ relation, reasons }: Comparison): Explanation {
  return {
    relation,
    for: FOR.filter((reason) => reasons.includes(reason)),
    against: reasons.filter((reason) => !FOR.includes(reason) && reason !== "no-time"),
  };
}
