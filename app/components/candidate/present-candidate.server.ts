import type { CandidateFinding, CandidateStatus } from "../../../db/schema";
import { translatorFor } from "../../i18n/messages.server";
import type { Reader } from "../../lib/dates/dates.server";
import { paths } from "../../lib/paths";
import { currencyOf, formatNumber } from "../../lib/text/money";
import type { City } from "../../modules/cities/queries.server";
import { cityName } from "../../modules/events/present/present-event.server";
import type { CandidateValues } from "../../modules/intake/ingestion/candidate-values";
import { OPEN_STATUSES } from "../../modules/intake/ingestion/find-candidate-duplicates.server";
import { gradeOfFinding } from "../../modules/intake/ingestion/finding-table";
import type { CandidateRow } from "../../modules/intake/ingestion/queries.server";
import { entryFieldLabel, findingText, presentFacts } from "./present-entry.server";

const TONES = {
  waiting: "plain",
  pending_review: "waiting",
  auto_approved: "info",
  flagged: "bad",
  pending_retry: "waiting",
  approved: "good",
  rejected: "plain",
} as const satisfies Record<CandidateStatus, string>;

const isUndecided = (status: CandidateStatus): boolean =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** Findings as texts. */
function presentFindings(findings: readonly CandidateFinding[], reader: Reader) {
  const t = translatorFor(reader.locale);
  return findings.map((finding) => {
    const { code, field, score } = finding;
    const similarity =
      score === undefined
        ? ""
        : ` ${t("ingestion:finding.likeness", { score: formatNumber(score, reader.locale, { style: "percent", maximumFractionDigits: 0 }) })}`;
    return {
      key: [code, field, finding.event, finding.candidate].join(" "),
      field: entryFieldLabel(field, reader),
      text: `${findingText(code, reader)}${similarity}`,
      grade: gradeOfFinding(code),
    };
  });
}

/** A candidate for lists. */
export function presentCandidate(candidate: CandidateRow, city: City | undefined, reader: Reader) {
  const t = translatorFor(reader.locale);
  const values = candidate.values as unknown as CandidateValues;
  const isOpen = isUndecided(candidate.status);
  return {
    id: candidate.id,
    href: paths.adminCandidate(candidate.id),
    /** Its case in the inbox. */
    decide: paths.adminInbox({ case: `candidate-${candidate.id}` }),
    version: candidate.version,
    number: formatNumber(candidate.position + 1, reader.locale),
    status: candidate.status,
    statusLabel: t(`ingestion:candidate.status.${candidate.status}`),
    tone: TONES[candidate.status],
    isOpen,
    city: cityName(city, reader.locale),
    run: {
      href: paths.adminIngestionRun(candidate.runId),
      label: t("ingestion:candidate.ofRun", { run: candidate.runId.slice(-8) }),
    },
    event: candidate.eventId === null ? null : paths.event(candidate.eventId),
    reason: candidate.rejectionReason,
    hasPicture: values.imageUrl !== null,
    findings: isOpen ? presentFindings(candidate.findings, reader) : [],
    ...presentFacts(values, reader, currencyOf(city?.countryCode ?? "")),
  };
}
