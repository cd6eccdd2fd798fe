import type * as v from "valibot";
import { EMPTY_ANSWER_VALUES } from "../../../app/lib/event/field-groups";
import type {
  CandidateJson,
  ParsedEventJson,
  RunJson,
  RunLogJson,
} from "../../../app/modules/intake/ingestion/json.server";
import type {
  CandidateUpdate,
  ParseRequest,
  StartRun,
} from "../../../app/modules/intake/ingestion/schema";

const RUN_ID = "019b7647-f000-7e41-9a10-3c5d7e9f1a22";
const ANSWER = `[{"title": "An Evening of Setar", "category": "Concert", "date": "2026-12-08", "time": "18:30", "price": "450,000 toman", "venue": "Vahdat Hall"}]`;

export const PARSE_EXAMPLE: ParseRequest = {
  city: "tehran",
  month: "2026-12",
  rawResponse: ANSWER,
};

export const PARSED_EVENT_EXAMPLE: ParsedEventJson = {
  index: 0,
  title: "An Evening of Setar",
  titleFa: null,
  description: null,
  descriptionFa: null,
  category: "Concert",
  date: "2026-12-08",
  time: "18:30",
  endDate: null,
  endTime: null,
  schedule: null,
  price: 4_500_000,
  currency: "IRR",
  free: false,
  venue: "Vahdat Hall",
  address: null,
  url: null,
  tags: [],
  proposedTraits: ["seated"],
  ...EMPTY_ANSWER_VALUES,
  confidence: { title: 1, category: 1, date: 1, time: 1, price: 1, currency: 1, venue: 1 },
  issues: [],
  valid: true,
  duplicateOf: null,
};

export const START_RUN_EXAMPLE: v.InferInput<typeof StartRun> = {
  source: "ai-agent",
  city: "tehran",
  rawResponse: ANSWER,
  events: [PARSED_EVENT_EXAMPLE],
  config: { categories: ["Concert"] },
  metadata: { month: "2026-12", aiProvider: "gemini", eventsCount: 1 },
};

export const STATS_EXAMPLE = {
  activeRuns: 1,
  totalRuns: 14,
  eventsDiscovered: 212,
  successRate: 0.92,
};

export const RUN_EXAMPLE: RunJson = {
  id: RUN_ID,
  source: "ai-agent",
  city: { slug: "tehran", name: { en: "Tehran", fa: "تهران" } },
  month: "2026-12",
  aiProvider: "gemini",
  categories: ["Concert"],
  status: "completed",
  eventsCount: 12,
  processedCount: 12,
  attempt: 1,
  actions: ["delete"],
  duration: 840,
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:01.000Z",
  startedAt: "2026-11-20T09:30:00.160Z",
  completedAt: "2026-11-20T09:30:01.000Z",
};

/** How a run is when it has just been started. */
export const NEW_RUN_EXAMPLE: Partial<RunJson> = {
  status: "pending",
  processedCount: 0,
  actions: ["cancel"],
  duration: null,
  startedAt: null,
  completedAt: null,
};

export const RUN_LOG_EXAMPLE: RunLogJson = {
  id: "019b7647-f000-7e42-8b01-aa12bb34cc56",
  level: "info",
  code: "run-created",
  values: { events: 12 },
  message: "Started with events: 12.",
  createdAt: "2026-11-20T09:30:00.000Z",
};

const {
  index: _index,
  valid: _valid,
  duplicateOf: _duplicateOf,
  ...understood
} = PARSED_EVENT_EXAMPLE;

export const CANDIDATE_EXAMPLE: CandidateJson = {
  id: "019b7647-f000-7e43-9c02-5d6e7f809a1b",
  runId: RUN_ID,
  position: 0,
  status: "pending_review",
  city: RUN_EXAMPLE.city,
  ...understood,
  venueFa: "تالار وحدت",
  address: "Ostad Shahriar St., Tehran",
  addressFa: "تهران، خیابان استاد شهریار",
  latitude: 35.7003,
  longitude: 51.4108,
  imageUrl: null,
  organizer: null,
  findings: [{ code: "venue-known", field: "venue" }],
  eventId: null,
  rejectionReason: null,
  decidedBy: null,
  decidedAt: null,
  version: 1,
  createdAt: "2026-11-20T09:30:00.000Z",
  updatedAt: "2026-11-20T09:30:01.000Z",
};

export const CANDIDATE_UPDATE_EXAMPLE: v.InferInput<typeof CandidateUpdate> = {
  version: 1,
  titleFa: "شبی با سه‌تار",
  time: "19:00",
  price: 5_000_000,
};

export const COUNTS_EXAMPLE = {
  pending_review: 18,
  auto_approved: 0,
  flagged: 5,
  pending_retry: 1,
};

export const BULK_EXAMPLE = {
  done: 1,
  failed: 0,
  results: [
    {
      id: CANDIDATE_EXAMPLE.id,
      ok: true,
      eventId: "019b7647-f000-77c5-8015-667f3d6d7db0",
      code: null,
      issues: [],
    },
  ],
};
