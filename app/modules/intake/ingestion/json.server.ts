import * as v from "valibot";
import {
  CANDIDATE_STATUSES,
  type CandidateStatus,
  LOG_LEVELS,
  RUN_STATUSES,
} from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { LocalizedTextJson } from "../../../i18n/localized-json";
import { translatorFor } from "../../../i18n/messages.server";
import { CATEGORY_NAMES } from "../../../lib/event/categories";
import { pickFields, TRAIT_KEYS } from "../../../lib/event/event-fields";
import { ANSWER_FIELD_NAMES } from "../../../lib/event/field-groups";
import type { City } from "../../cities/queries.server";
import { FIELD_JSON } from "../../events/event-json-schema";
import type { ParsedEvent } from "../entries/parsed-event";
import type { CandidateValues } from "./candidate-values";
import { FINDING_CODES } from "./finding-table";
import { AI_PROVIDERS } from "./prompt";
import type { CandidateRow, LogRow, RunRow } from "./queries.server";
import type { LogCode } from "./run-log.server";
import { actionsOf, RUN_ACTIONS } from "./wizard";

const Text = v.nullable(v.string());
const IssueOfParser = v.object({ field: v.string(), code: v.string(), message: v.string() });
const Confidence = v.record(v.string(), v.number());

/** Common fields of an answer's entry and a candidate (decisions.md §11). */
const UNDERSTOOD = {
  title: Text,
  titleFa: Text,
  description: Text,
  descriptionFa: Text,
  category: v.nullable(v.picklist(CATEGORY_NAMES)),
  date: Text,
  time: Text,
  endDate: Text,
  endTime: Text,
  schedule: FIELD_JSON.schedule,
  price: v.nullable(v.number()),
  currency: Text,
  free: v.nullable(v.boolean()),
  venue: Text,
  address: Text,
  url: Text,
  tags: v.array(v.string()),
  proposedTraits: v.array(v.picklist(TRAIT_KEYS)),
  ...pickFields(FIELD_JSON, ANSWER_FIELD_NAMES),
} as const;

/** Entry of `POST …/parse` (decisions.md §11). */
export const ParsedEventJson = v.pipe(
  v.object({
    index: v.pipe(v.number(), v.integer()),
    ...UNDERSTOOD,
    confidence: Confidence,
    issues: v.array(IssueOfParser),
    valid: v.boolean(),
    duplicateOf: v.nullable(v.pipe(v.number(), v.integer())),
  }),
  v.metadata({ ref: "ParsedEvent" }),
);
export type ParsedEventJson = v.InferOutput<typeof ParsedEventJson>;

export const ParsedAnswerJson = v.pipe(
  v.object({ events: v.array(ParsedEventJson) }),
  v.metadata({ ref: "ParsedAnswer" }),
);

/** Issues with their English texts; unknown codes of older versions read as a doubtful value. */
const issuesJson = (issues: ParsedEvent["issues"]): ParsedEventJson["issues"] =>
  issues.map(({ field, code }) => {
    const known = FINDING_CODES.find((name) => name === code);
    return {
      field,
      code,
      message: translatorFor("en")(`ingestion:finding.${known ?? "low-confidence"}`),
    };
  });

export function parsedEventJson({
  origin: _origin,
  imageUrl: _imageUrl,
  organizer: _organizer,
  ...event
}: ParsedEvent): ParsedEventJson {
  return { ...event, issues: issuesJson(event.issues) };
}

const CityName = v.object({ slug: v.string(), name: LocalizedTextJson });

/** Log line of a run; `message` is in the requested language. */
export const RunLogJson = v.pipe(
  v.object({
    id: v.string(),
    level: v.picklist(LOG_LEVELS),
    code: v.string(),
    values: v.record(v.string(), v.union([v.string(), v.number()])),
    message: v.string(),
    createdAt: v.string(),
  }),
  v.metadata({ ref: "IngestionLog" }),
);
export type RunLogJson = v.InferOutput<typeof RunLogJson>;

const RUN = {
  id: v.string(),
  source: v.string(),
  city: v.nullable(CityName),
  month: v.string(),
  aiProvider: v.picklist(AI_PROVIDERS),
  categories: v.array(v.string()),
  status: v.picklist(RUN_STATUSES),
  eventsCount: v.number(),
  processedCount: v.number(),
  attempt: v.number(),
  actions: v.array(v.picklist(RUN_ACTIONS)),
  duration: v.nullable(v.number()),
  createdAt: v.string(),
  updatedAt: v.string(),
  startedAt: v.nullable(v.string()),
  completedAt: v.nullable(v.string()),
} as const;

/** A run (product.md §3); `duration` in ms. */
export const RunJson = v.pipe(v.object(RUN), v.metadata({ ref: "IngestionRun" }));
export type RunJson = v.InferOutput<typeof RunJson>;

/** A run with the first 500 lines of its log and the counts of its candidates by status. */
export const RunDetailsJson = v.pipe(
  v.object({
    ...RUN,
    candidateCounts: v.record(v.string(), v.number()),
    logs: v.array(RunLogJson),
  }),
  v.metadata({ ref: "IngestionRunDetails" }),
);

const Finding = v.object({
  code: v.string(),
  field: v.nullable(v.string()),
  event: v.optional(v.string()),
  candidate: v.optional(v.string()),
  score: v.optional(v.number()),
});

/** A candidate with its values and findings. */
export const CandidateJson = v.pipe(
  v.object({
    id: v.string(),
    runId: v.string(),
    position: v.number(),
    status: v.picklist(CANDIDATE_STATUSES),
    city: v.nullable(CityName),
    ...UNDERSTOOD,
    venueFa: Text,
    addressFa: Text,
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    imageUrl: Text,
    organizer: Text,
    confidence: Confidence,
    issues: v.array(IssueOfParser),
    findings: v.array(Finding),
    eventId: Text,
    rejectionReason: Text,
    decidedBy: Text,
    decidedAt: Text,
    version: v.pipe(v.number(), v.integer()),
    createdAt: v.string(),
    updatedAt: v.string(),
  }),
  v.metadata({ ref: "Candidate" }),
);
export type CandidateJson = v.InferOutput<typeof CandidateJson>;

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

type Cities = ReadonlyMap<string, City>;
const cityJson = (city: City | undefined) =>
  city ? { slug: city.slug, name: { en: city.nameEn, fa: city.nameFa } } : null;

/** Duration of a run, ms: until its end, or until `now` while running; null before the start. */
function durationOf(
  { startedAt, completedAt }: Pick<RunRow, "startedAt" | "completedAt">,
  now: number,
): number | null {
  return startedAt === null ? null : Math.max(0, (completedAt ?? now) - startedAt);
}

export function runJson(run: RunRow, cities: Cities, now: number): RunJson {
  return {
    id: run.id,
    source: run.source,
    city: cityJson(cities.get(run.cityId)),
    month: run.month,
    aiProvider: run.provider,
    categories: run.categories,
    status: run.status,
    eventsCount: run.eventsCount,
    processedCount: run.processedCount,
    attempt: run.attempt,
    actions: actionsOf(run.status),
    duration: durationOf(run, now),
    createdAt: iso(run.createdAt),
    updatedAt: iso(run.updatedAt),
    startedAt: isoOrNull(run.startedAt),
    completedAt: isoOrNull(run.completedAt),
  };
}

/** Text of a log line, in the reader's language. */
export function logMessage(
  locale: Locale,
  { code, values }: Pick<LogRow, "code" | "values">,
): string {
  return translatorFor(locale)(`ingestion:log.${code as LogCode}`, values);
}

export const logJson = (row: LogRow, locale: Locale): RunLogJson => ({
  id: row.id,
  level: row.level,
  code: row.code,
  values: row.values,
  message: logMessage(locale, row),
  createdAt: iso(row.createdAt),
});

export function candidateJson(row: CandidateRow, cities: Cities): CandidateJson {
  const { origin: _origin, ...values } = row.values as unknown as CandidateValues;
  return {
    id: row.id,
    runId: row.runId,
    position: row.position,
    status: row.status as CandidateStatus,
    city: cityJson(cities.get(row.cityId)),
    ...values,
    issues: issuesJson(values.issues),
    findings: row.findings,
    eventId: row.eventId,
    rejectionReason: row.rejectionReason,
    decidedBy: row.decidedBy,
    decidedAt: isoOrNull(row.decidedAt),
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
