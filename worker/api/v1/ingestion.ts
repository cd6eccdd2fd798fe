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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { idempotent, idempotentUpTo } from "./idempotent";
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
import { IdPath, INGESTION_PERMISSION, LIMIT, listQuery, pathIdOf } from "./ingestion-requests";
import { readBody } from "./read-body";
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
  limit: LIMIT,
});
const LogParameters = v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(40))) });

/** A run as it is now. */
async function answerRun(
  c: Context<AppEnv>,
  id: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, signedIn } = c.var.info;
  const [{ run }, cities] = await Promise.all([getRun(deps, signedIn, id), citiesById(deps)]);
  return c.json(runJson(run, cities, deps.clock.now()), status);
}

resource(ingestionApi, "/parse", {
  POST: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "parseResponse",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      body: { name: "ParseRequest", schema: ParseRequest, example: PARSE_EXAMPLE },
      answer: { schema: ParsedAnswerJson, example: { events: [PARSED_EVENT_EXAMPLE] } },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const events = await parseResponse(
        deps,
        signedIn,
        await readBody(c, ParseRequest, ANSWER_BODY),
      );
      return c.json({ events: events.map(parsedEventJson) });
    },
  ],
});

resource(ingestionApi, "/stats", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "getIngestionStats",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      answer: { schema: StatsJson, example: STATS_EXAMPLE },
    }),
    async (c) => c.json(await runStats(c.var.info.deps, c.var.info.signedIn)),
  ],
});

resource(ingestionApi, "/runs", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "listRuns",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      query: RunParameters,
      meanings: { status: "runStatus", q: "runWords" },
      answer: {
        schema: listJson("IngestionRunList", RunJson),
        example: { items: [RUN_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { status, q, cursor = null, limit } = listQuery(c, RunParameters);
      const [{ items, nextCursor }, cities] = await Promise.all([
        listRuns(deps, signedIn, { status, q }, cursor, limit),
        citiesById(deps),
      ]);
      const now = deps.clock.now();
      return c.json({
        items: items.map((run) => runJson(run, cities, now)),
        nextCursor,
        hasMore: nextCursor !== null,
      });
    },
  ],
  POST: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    idempotentUpTo(ANSWER_BODY),
    describe({
      operationId: "startRun",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      isIdempotent: true,
      body: { name: "StartRun", schema: StartRun, example: START_RUN_EXAMPLE },
      answer: { status: 201, schema: RunJson, example: { ...RUN_EXAMPLE, ...NEW_RUN_EXAMPLE } },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const id = await startRun(
        deps,
        signedIn,
        await readBody(c, StartRun, ANSWER_BODY),
        c.req.header("Idempotency-Key") ?? null,
      );
      c.header("Location", `/api/v1/admin/ingestion/runs/${id}`);
      return answerRun(c, id, 201);
    },
  ],
});

resource(ingestionApi, "/runs/:id", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "getRun",
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
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const id = pathIdOf(c);
      const [{ run, counts }, lines, cities] = await Promise.all([
        getRun(deps, signedIn, id),
        logLines(deps, signedIn, id),
        citiesById(deps),
      ]);
      const locale = acceptedLocale(c.req.raw);
      return c.json({
        ...runJson(run, cities, deps.clock.now()),
        candidateCounts: counts,
        logs: lines.map((line) => logJson(line, locale)),
      });
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "deleteRun",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: { status: 204 },
      failures: [404, 409],
    }),
    async (c) => {
      await deleteRun(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return c.body(null, 204);
    },
  ],
});

for (const [action, operationId, act] of [
  ["retry", "retryRun", retryRun],
  ["cancel", "cancelRun", cancelRun],
] as const)
  resource(ingestionApi, `/runs/:id/${action}`, {
    POST: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      idempotent,
      describe({
        operationId,
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        isIdempotent: true,
        path: IdPath,
        answer: {
          schema: RunJson,
          example: {
            ...RUN_EXAMPLE,
            ...(action === "retry" ? NEW_RUN_EXAMPLE : { status: "cancelled" }),
          },
        },
        failures: [404, 409],
      }),
      async (c) => {
        await act(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
        return answerRun(c, pathIdOf(c));
      },
    ],
  });

resource(ingestionApi, "/runs/:id/logs", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "listRunLogs",
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
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const query = v.safeParse(LogParameters, c.req.query());
      if (!query.success)
        throw new AppError("bad-request", [{ path: "after", message: "errors:issue.cursor" }]);
      const lines = await logLines(deps, signedIn, pathIdOf(c), query.output.after ?? null);
      const locale = acceptedLocale(c.req.raw);
      // Polling clients continue after their last line.
      return c.json({
        items: lines.map((line) => logJson(line, locale)),
        nextCursor: null,
        hasMore: false,
      });
    },
  ],
});

addCandidates(ingestionApi);
