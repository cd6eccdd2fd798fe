import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { listJson } from "../../../app/lib/text/list-json";
import { citiesById } from "../../../app/modules/cities/queries.server";
import {
  cancelRun,
  deleteRun,
  retryRun,
} from "../../../app/modules/intake/ingestion/change-run.server";
import {
  logJson,
  ParsedAnswerJson,
  parsedEventJson,
  RunDetailsJson,
  RunJson,
  RunLogJson,
  runJson,
} from "../../../app/modules/intake/ingestion/json.server";
import { parseResponse } from "../../../app/modules/intake/ingestion/parse-response.server";
import {
  getRun,
  listRuns,
  logLines,
  runStats,
} from "../../../app/modules/intake/ingestion/queries.server";
import { ParseRequest, StartRun } from "../../../app/modules/intake/ingestion/schema";
import { startRun } from "../../../app/modules/intake/ingestion/start-run.server";
import { RUN_STATUSES } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { acceptedLocale } from "../../locale";
import { idempotentUpTo } from "./idempotent";
import { addCandidates } from "./ingestion-candidates";
import {
  NEW_RUN_EXAMPLE,
  PARSE_EXAMPLE,
  PARSED_EVENT_EXAMPLE,
  RUN_EXAMPLE,
  RUN_LOG_EXAMPLE,
  START_RUN_EXAMPLE,
  STATS_EXAMPLE,
} from "./ingestion-examples";
import { IdPath, INGESTION_PERMISSION } from "./ingestion-requests";
import { operation } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { resource } from "./resource";

/** AI ingestion, for admins and the owner (product.md §7, decisions.md §11). */
export const ingestionApi = new Hono<AppEnv>();

/**
 * Limit of a body with an answer, bytes: 2 MB of text are up to three times as long in escaped
 * JSON, plus its events. The commands limit the answer itself.
 */
const ANSWER_BODY = 8 * 1024 * 1024;

const StatsJson = v.pipe(
  v.object({
    activeRuns: v.number(),
    totalRuns: v.number(),
    eventsDiscovered: v.number(),
    successRate: v.nullable(v.number()),
  }),
  v.metadata({ ref: "IngestionStats" }),
);

const RunParameters = v.object({
  status: v.optional(v.picklist([...RUN_STATUSES, "active", "ended"])),
  q: v.optional(v.pipe(v.string(), v.maxLength(100, "errors:issue.long"))),
  cursor: v.optional(v.string()),
  limit: limitParameter(),
});
const LogParameters = v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(40))) });

/** A run as it is now. */
async function answerRun(c: Context<AppEnv>, id: string) {
  const { deps, signedIn } = c.var.info;
  const [{ run }, cities] = await Promise.all([getRun(deps, signedIn, id), citiesById(deps)]);
  return runJson(run, cities, deps.clock.now());
}

resource(ingestionApi, "/parse", {
  POST: operation({
    operationId: "parseResponse",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    body: {
      name: "ParseRequest",
      schema: ParseRequest,
      example: PARSE_EXAMPLE,
      maxBytes: ANSWER_BODY,
    },
    answer: { schema: ParsedAnswerJson, example: { events: [PARSED_EVENT_EXAMPLE] } },
    run: async ({ deps, actor, body }) => {
      const events = await parseResponse(deps, actor, body);
      return { events: events.map(parsedEventJson) };
    },
  }),
});

resource(ingestionApi, "/stats", {
  GET: operation({
    operationId: "getIngestionStats",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    answer: { schema: StatsJson, example: STATS_EXAMPLE },
    run: ({ deps, actor }) => runStats(deps, actor),
  }),
});

resource(ingestionApi, "/runs", {
  GET: operation({
    operationId: "listRuns",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    query: RunParameters,
    meanings: { status: "runStatus", q: "runWords" },
    answer: {
      schema: listJson("IngestionRunList", RunJson),
      example: { items: [RUN_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps, actor }) => {
      const { status, q, cursor = null, limit } = readParameters(c, RunParameters);
      const [{ items, nextCursor }, cities] = await Promise.all([
        listRuns(deps, actor, { status, q }, cursor, limit),
        citiesById(deps),
      ]);
      const now = deps.clock.now();
      return {
        items: items.map((run) => runJson(run, cities, now)),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
  POST: operation({
    operationId: "startRun",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    body: { name: "StartRun", schema: StartRun, example: START_RUN_EXAMPLE, maxBytes: ANSWER_BODY },
    answer: { status: 201, schema: RunJson, example: { ...RUN_EXAMPLE, ...NEW_RUN_EXAMPLE } },
    idempotent: idempotentUpTo(ANSWER_BODY),
    run: async ({ c, deps, actor, body }) => {
      const id = await startRun(deps, actor, body, c.req.header("Idempotency-Key") ?? null);
      c.header("Location", `/api/v1/admin/ingestion/runs/${id}`);
      return answerRun(c, id);
    },
  }),
});

resource(ingestionApi, "/runs/:id", {
  GET: operation({
    operationId: "getRun",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    answer: {
      schema: RunDetailsJson,
      example: {
        ...RUN_EXAMPLE,
        candidateCounts: { pending_review: 9, flagged: 3 },
        logs: [RUN_LOG_EXAMPLE],
      },
    },
    failures: [404],
    run: async ({ c, deps, actor, params }) => {
      const { id } = params;
      const [{ run, counts }, lines, cities] = await Promise.all([
        getRun(deps, actor, id),
        logLines(deps, actor, id),
        citiesById(deps),
      ]);
      const locale = acceptedLocale(c.req.raw);
      return {
        ...runJson(run, cities, deps.clock.now()),
        candidateCounts: counts,
        logs: lines.map((line) => logJson(line, locale)),
      };
    },
  }),
  DELETE: operation({
    operationId: "deleteRun",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    ifMatch: "answer",
    answer: { status: 204 },
    failures: [404, 409],
    run: ({ deps, actor, params }) => deleteRun(deps, actor, params.id),
  }),
});

for (const [action, operationId, act] of [
  ["retry", "retryRun", retryRun],
  ["cancel", "cancelRun", cancelRun],
] as const)
  resource(ingestionApi, `/runs/:id/${action}`, {
    POST: operation({
      operationId,
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: {
        schema: RunJson,
        example: {
          ...RUN_EXAMPLE,
          ...(action === "retry" ? NEW_RUN_EXAMPLE : { status: "cancelled" }),
        },
      },
      failures: [404, 409],
      idempotent: true,
      run: async ({ c, deps, actor, params }) => {
        await act(deps, actor, params.id);
        return answerRun(c, params.id);
      },
    }),
  });

resource(ingestionApi, "/runs/:id/logs", {
  GET: operation({
    operationId: "listRunLogs",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    query: LogParameters,
    meanings: { after: "logAfter" },
    answer: {
      schema: listJson("IngestionLogList", RunLogJson),
      example: { items: [RUN_LOG_EXAMPLE], nextCursor: null, hasMore: false },
    },
    failures: [404],
    run: async ({ c, deps, actor, params }) => {
      const query = v.safeParse(LogParameters, c.req.query());
      if (!query.success)
        throw new AppError("bad-request", [{ path: "after", message: "errors:issue.cursor" }]);
      const lines = await logLines(deps, actor, params.id, query.output.after ?? null);
      const locale = acceptedLocale(c.req.raw);
      // Polling clients continue after their last line.
      return {
        items: lines.map((line) => logJson(line, locale)),
        nextCursor: null,
        hasMore: false,
      };
    },
  }),
});

addCandidates(ingestionApi);
