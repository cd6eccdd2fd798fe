import type { CandidateFinding, CandidateStatus, EventValues } from "../../../../db/schema";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { type CandidateValues, isPersian, machineMarks } from "./candidate-values";
import { type FindingCode, gradeOfFinding, isFlagging } from "./finding-table";

/** Finding codes of the event form's issues. */
const CODES: Record<string, FindingCode> = {
  "errors:issue.required.title": "english-title-missing",
  "errors:issue.required.venue": "venue-missing",
  "errors:issue.required.description": "description-missing",
  "errors:issue.required.start": "missing-date",
  "errors:issue.longerThan": "too-long",
  "errors:issue.shorterThan": "too-short",
  "errors:issue.noSuchTime": "impossible-time",
  "errors:issue.endBeforeStart": "end-before-start",
  "errors:issue.schedule.noDates": "missing-date",
  "errors:issue.lastsTooLong": "long-run",
  "errors:issue.startsInPast": "past",
  "errors:issue.currency": "unknown-currency",
  "errors:issue.priceWhole": "price-decimals",
  "errors:issue.priceDecimals": "price-decimals",
};

/** Candidate fields of the event form's paths. */
const FIELDS: Record<string, string> = {
  "title.en": "title",
  "title.fa": "titleFa",
  "description.en": "description",
  "description.fa": "descriptionFa",
  "venue.en": "venue",
  "venue.fa": "venueFa",
  "address.en": "address",
  "address.fa": "addressFa",
  "organizer.en": "organizer",
  "organizer.fa": "organizer",
  startsAt: "date",
  endsAt: "endDate",
};

const fieldOfPath = (path: string): string =>
  FIELDS[path] ?? (path.startsWith("schedule") ? "schedule" : path);

/** A missing or short description does not hold an event back: sources often have none. */
export const isIgnoredIssue = ({ path, message }: HTTPIssue): boolean =>
  path.startsWith("description.") &&
  (message === "errors:issue.required.description" || message === "errors:issue.shorterThan");

/** Fields whose guess an editor should review, and the confidence below which. */
const REVIEWED_FIELDS = ["title", "date", "time", "price", "venue"] as const;
const SURE = 0.5;

export interface Assessment {
  findings: CandidateFinding[];
  status: Extract<CandidateStatus, "pending_review" | "auto_approved" | "flagged">;
}

interface Known {
  /** Values of the resulting event. */
  event: EventValues;
  /** Issues under the event rules (app/modules/authoring/check-values). */
  against: readonly HTTPIssue[];
  /** Findings about possible duplicates. */
  duplicates: readonly CandidateFinding[];
  /** Whether a known venue was recognized. */
  isVenueKnown: boolean;
  /** The setting "auto-approve events". */
  mayAutoApprove: boolean;
}

/** Findings about a candidate and the resulting status (decisions.md §11). */
export function assessCandidate(
  values: CandidateValues,
  { event, against, duplicates, isVenueKnown, mayAutoApprove }: Known,
): Assessment {
  const findings: CandidateFinding[] = [];
  const add = (code: FindingCode, field: string | null) => {
    // The parser and the rules may report the same problem, each for another field of the same day.
    if (
      !findings.some(
        (known) => known.code === code && (known.field === field || field === "endDate"),
      )
    )
      findings.push({ code, field });
  };
  for (const { code, field } of values.issues) {
    // Reported below, as the problem to fix.
    if (
      code === "title-in-persian-only" ||
      (code === "past" && !against.some(({ message }) => CODES[message] === "past"))
    )
      continue;
    add(code, field === "entry" ? null : field);
  }
  for (const issue of against) {
    if (issue.path === "city") continue;
    const code = CODES[issue.message] ?? "value-impossible";
    const isMissing =
      issue.message === "errors:issue.required.end" ||
      (code === "missing-date" && values.date === null);
    // Without a day, the parser's more exact finding suffices.
    if (
      isMissing &&
      findings.some(
        ({ field, code: known }) => field === "date" && gradeOfFinding(known) === "error",
      )
    )
      continue;
    if (issue.message === "errors:issue.required.end") continue;
    if (code === "english-title-missing" && values.title === null && values.titleFa === null)
      continue;
    add(isIgnoredIssue(issue) ? "description-missing" : code, fieldOfPath(issue.path));
  }
  if (machineMarks(values, event).some((path) => path.endsWith(".en")))
    add("machine-english", null);
  if (event.venue.en !== null && isPersian(event.venue.en)) add("venue-in-persian-only", "venue");
  for (const field of REVIEWED_FIELDS)
    if ((values.confidence[field] ?? 1) < SURE && !findings.some((known) => known.field === field))
      add("low-confidence", field);
  if (isVenueKnown) add("venue-known", "venue");
  findings.push(...duplicates);
  return { findings, status: statusOf(findings, mayAutoApprove) };
}

/**
 * "flagged" for errors, suspicious values and duplicates; else "auto_approved" if allowed and
 * without doubts, or "pending_review".
 */
export function statusOf(
  findings: readonly CandidateFinding[],
  mayAutoApprove: boolean,
): Assessment["status"] {
  if (findings.some(({ code }) => isFlagging(code))) return "flagged";
  const isDoubtful = findings.some(({ code }) => gradeOfFinding(code) === "doubt");
  return mayAutoApprove && !isDoubtful ? "auto_approved" : "pending_review";
}
