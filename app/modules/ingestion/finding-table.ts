import { ISSUES, type IssueCode, type IssueGrade } from "./parser/issue-table";

/**
 * What else than the parser's issues can be found of a candidate, and how grave it is: "error" and "duplicate" flag it,
 * "doubt" asks for somebody's eyes, "note" tells what was done.
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
} as const satisfies Record<string, IssueGrade | "duplicate">;

export type FindingCode = IssueCode | keyof typeof OWN_FINDINGS;
export const FINDING_CODES = [...Object.keys(ISSUES), ...Object.keys(OWN_FINDINGS)] as FindingCode[];
export type FindingGrade = IssueGrade | "duplicate";

/** Doubts that no honest answer has: these flag a candidate too (decisions.md §11, "suspicious"). */
const SUSPICIOUS: ReadonlySet<string> = new Set<IssueCode>([
  "markup-removed",
  "placeholder-url",
  "weekday-mismatch",
  "dates-differ",
  "free-or-not",
  "repeated-key",
]);

/** How grave a finding is; codes of an older version are doubts. */
export function gradeOfFinding(code: string): FindingGrade {
  if (Object.hasOwn(OWN_FINDINGS, code)) return OWN_FINDINGS[code as keyof typeof OWN_FINDINGS];
  return Object.hasOwn(ISSUES, code) ? ISSUES[code as IssueCode][0] : "doubt";
}

/** Whether a finding alone makes a candidate flagged. */
export const isFlagging = (code: string): boolean =>
  gradeOfFinding(code) === "error" || gradeOfFinding(code) === "duplicate" || SUSPICIOUS.has(code);
