import { ISSUES, type IssueCode, type IssueGrade } from "../issue-table";

/**
 * Findings in addition to the parser's issues, with their grade: "error" and "duplicate" flag a
 * candidate, "doubt" needs review, "note" informs.
 */
const OWN_FINDINGS = {
  "english-title-missing": "error",
  "venue-missing": "error",
  "venue-in-persian-only": "doubt",
  "description-missing": "doubt",
  "unknown-currency": "error",
  "price-decimals": "error",
  "value-impossible": "error",
  "low-confidence": "doubt",
  "venue-known": "note",
  "picture-dropped": "note",
  "duplicate-event": "duplicate",
  "duplicate-candidate": "duplicate",
  "processing-failed": "error",
  "merged-into": "note",
  "gone-at-source": "error",
  "cancelled-at-source": "error",
  "trial-source": "doubt",
  "machine-english": "doubt",
} as const satisfies Record<string, IssueGrade | "duplicate">;

export type FindingCode = IssueCode | keyof typeof OWN_FINDINGS;
export const FINDING_CODES = [
  ...Object.keys(ISSUES),
  ...Object.keys(OWN_FINDINGS),
] as FindingCode[];
export type FindingGrade = IssueGrade | "duplicate";

/**
 * Doubts that genuine answers do not cause: they flag a candidate too (decisions.md §11,
 * "suspicious").
 */
const SUSPICIOUS: ReadonlySet<string> = new Set<FindingCode>([
  "markup-removed",
  "placeholder-url",
  "weekday-mismatch",
  "dates-differ",
  "free-or-not",
  "repeated-key",
  // A source on trial (app/modules/intake/sources).
  "trial-source",
]);

/** Grade of a finding; unknown codes of older versions are doubts. */
export function gradeOfFinding(code: string): FindingGrade {
  if (Object.hasOwn(OWN_FINDINGS, code)) return OWN_FINDINGS[code as keyof typeof OWN_FINDINGS];
  return Object.hasOwn(ISSUES, code) ? ISSUES[code as IssueCode] : "doubt";
}

/** Whether the finding alone flags a candidate. */
export const isFlagging = (code: string): boolean =>
  gradeOfFinding(code) === "error" || gradeOfFinding(code) === "duplicate" || SUSPICIOUS.has(code);
