import type { Comparison, DuplicateReason, Relation } from "./event-subject";

/** What speaks for one event, and what against it, in the order in which people want to read it. */
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
  /** What the pair is; pages have a text for each. */
  relation: Relation;
  /** Reasons for one event, the strongest first; pages have a text for each. */
  for: readonly DuplicateReason[];
  /** Reasons for two. */
  against: readonly DuplicateReason[];
}

/** Says a comparison by codes: pages put words in their place. */
export function explainComparison({ relation, reasons }: Comparison): Explanation {
  return {
    relation,
    for: FOR.filter((reason) => reasons.includes(reason)),
    against: reasons.filter((reason) => !FOR.includes(reason) && reason !== "no-time"),
  };
}
