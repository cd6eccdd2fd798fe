import type { CandidateFinding, CandidateStatus, EventValues } from "../../../db/schema";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { type CandidateValues, isPersian } from "./candidate-values";
import { type FindingCode, gradeOfFinding, isFlagging } from "./finding-table";

/** What the rules of the event form say, in the codes of findings. */
const CODES: Record<string, FindingCode> = {
  "errors:issue.required.title": "english-title-missing",
  "errors:issue.required.venue": "venue-missing",
  "errors:issue.required.description": "description-missing",
  "errors:issue.required.start": "missing-date",
  "errors:issue.longerThan": "too-long",
  "errors:issue.shorterThan": "too-short",
  "errors:issue.noSuchTime": "impossible-time",
  "errors:issue.endBeforeStart": "end-before-start",
  "errors:issue.lastsTooLong": "long-run",
  "errors:issue.startsInPast": "past",
  "errors:issue.currency": "unknown-currency",
  "errors:issue.priceWhole": "price-decimals",
  "errors:issue.priceDecimals": "price-decimals",
};

/** Fields of the event form in the names of candidates. */
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

/** A description is a pity to miss and no reason to keep an event back: assistants know little of many. */
export const isForgiven = ({ path, message }: HTTPIssue): boolean =>
  path.startsWith("description.") && (message === "errors:issue.required.description" || message === "errors:issue.shorterThan");

/** Fields whose guess somebody should look at, and from which confidence on none need to. */
const REVIEWED_FIELDS = ["title", "date", "time", "price", "venue"] as const;
const SURE = 0.5;

export interface Assessment {
  findings: CandidateFinding[];
  status: Extract<CandidateStatus, "pending_review" | "auto_approved" | "flagged">;
}

interface Known {
  /** What the candidate would become. */
  event: EventValues;
  /** What the rules for events say against it (app/modules/authoring/check-values). */
  against: readonly HTTPIssue[];
  /** What it may be a duplicate of. */
  duplicates: readonly CandidateFinding[];
  /** Whether a known venue was recognised. */
  isVenueKnown: boolean;
  /** The setting "auto-approve events". */
  mayAutoApprove: boolean;
}

/** What is doubtful or wrong about a candidate, and where it goes for it (decisions.md §11). */
export function assessCandidate(values: CandidateValues, { event, against, duplicates, isVenueKnown, mayAutoApprove }: Known): Assessment {
  const findings: CandidateFinding[] = [];
  const add = (code: FindingCode, field: string | null) => {
    // The parser and the rules may say the same, each of its own field of the same day.
    if (!findings.some((known) => known.code === code && (known.field === field || field === "endDate"))) findings.push({ code, field });
  };
  for (const { code, field } of values.issues) {
    // Said below, as what has to be done about it.
    if (code === "title-in-persian-only" || (code === "past" && !against.some(({ message }) => CODES[message] === "past"))) continue;
    add(code, field === "entry" ? null : field);
  }
  for (const issue of against) {
    if (issue.path === "city") continue;
    const code = CODES[issue.message] ?? "value-impossible";
    const isMissing = issue.message === "errors:issue.required.end" || (code === "missing-date" && values.date === null);
    // Without a day there is one thing to say, which the parser has said more exactly.
    if (isMissing && findings.some(({ field, code: known }) => field === "date" && gradeOfFinding(known) === "error")) continue;
    if (issue.message === "errors:issue.required.end") continue;
    if (code === "english-title-missing" && values.title === null && values.titleFa === null) continue;
    add(isForgiven(issue) ? "description-missing" : code, FIELDS[issue.path] ?? issue.path);
  }
  if (event.venue.en !== null && isPersian(event.venue.en)) add("venue-in-persian-only", "venue");
  for (const field of REVIEWED_FIELDS)
    if ((values.confidence[field] ?? 1) < SURE && !findings.some((known) => known.field === field)) add("low-confidence", field);
  if (isVenueKnown) add("venue-known", "venue");
  findings.push(...duplicates);
  return { findings, status: statusOf(findings, mayAutoApprove) };
}

/** Flagged for what is wrong, suspicious or there already; else it waits for somebody, or for their nod alone. */
export function statusOf(findings: readonly CandidateFinding[], mayAutoApprove: boolean): Assessment["status"] {
  if (findings.some(({ code }) => isFlagging(code))) return "flagged";
  const isDoubtful = findings.some(({ code }) => gradeOfFinding(code) === "doubt");
  return mayAutoApprove && !isDoubtful ? "auto_approved" : "pending_review";
}
