import type { Context, Hono } from "hono";
import * as v from "valibot";
import { listJson } from "../../../app/lib/text/list-json";
import { Rejection } from "../../../app/modules/authoring/schema";
import { citiesById } from "../../../app/modules/cities/queries.server";
import {
  approveCandidate,
  approveCandidates,
} from "../../../app/modules/intake/ingestion/approve-candidates.server";
import { editCandidate } from "../../../app/modules/intake/ingestion/edit-candidate.server";
import { CandidateJson, candidateJson } from "../../../app/modules/intake/ingestion/json.server";
import {
  CANDIDATE_FILTERS,
  type CandidateRow,
  candidateCounts,
  getCandidate,
  listCandidates,
  listRunCandidates,
} from "../../../app/modules/intake/ingestion/queries.server";
import {
  rejectCandidate,
  rejectCandidates,
} from "../../../app/modules/intake/ingestion/reject-candidates.server";
import {
  BulkApproval,
  BulkRejection,
  CandidateUpdate,
} from "../../../app/modules/intake/ingestion/schema";
import { CANDIDATE_STATUSES } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { REJECTION_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { whileVersion } from "./if-match";
import { answerBulk, BulkResultJson } from "./ingestion-bulk";
import {
  BULK_EXAMPLE,
  CANDIDATE_EXAMPLE,
  CANDIDATE_UPDATE_EXAMPLE,
  COUNTS_EXAMPLE,
} from "./ingestion-examples";
import { IdPath, INGESTION_PERMISSION, LIMIT, listQuery, pathIdOf } from "./ingestion-requests";
import { readBody } from "./read-body";
import { resource } from "./resource";

const PAGE = { cursor: v.optional(v.string()), limit: LIMIT };
const RunCandidateParameters = v.object({
  status: v.optional(v.picklist(CANDIDATE_STATUSES)),
  ...PAGE,
});
const CandidateParameters = v.object({
  status: v.optional(v.picklist(CANDIDATE_FILTERS), "open"),
  ...PAGE,
});
const PendingParameters = v.object(PAGE);

const CandidateList = listJson("CandidateList", CandidateJson);
const LIST_EXAMPLE = { items: [CANDIDATE_EXAMPLE], nextCursor: null, hasMore: false };

const CountsJson = v.pipe(
  v.object({
    pending_review: v.number(),
    auto_approved: v.number(),
    flagged: v.number(),
    pending_retry: v.number(),
  }),
  v.metadata({ ref: "CandidateCounts" }),
);

async function answerList(
  c: Context<AppEnv>,
  { items, nextCursor }: { items: readonly CandidateRow[]; nextCursor: string | null },
) {
  const cities = await citiesById(c.var.info.deps);
  return c.json({
    items: items.map((row) => candidateJson(row, cities)),
    nextCursor,
    hasMore: nextCursor !== null,
  });
}

async function answerCandidate(c: Context<AppEnv>, id: string): Promise<Response> {
  const { deps, signedIn } = c.var.info;
  const [row, cities] = await Promise.all([getCandidate(deps, signedIn, id), citiesById(deps)]);
  return c.json(candidateJson(row, cities));
}

const one = { schema: CandidateJson, example: CANDIDATE_EXAMPLE };
const bulk = { schema: BulkResultJson, example: BULK_EXAMPLE };

/** Adds the candidates of runs: lists and editorial decisions (product.md §7). */
export function addCandidates(ingestion: Hono<AppEnv>): void {
  addLists(ingestion);
  // Before single candidates, where "bulk-approve" would match as an id.
  addBulkDecisions(ingestion);
  addCandidate(ingestion);
  addDecisions(ingestion);
}

function addLists(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/runs/:id/candidates", {
    GET: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "listRunCandidates",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        path: IdPath,
        query: RunCandidateParameters,
        meanings: { status: "candidateStatus" },
        answer: { schema: CandidateList, example: LIST_EXAMPLE },
        failures: [404],
      }),
      async (c) => {
        const { status, cursor = null, limit } = listQuery(c, RunCandidateParameters);
        return answerList(
          c,
          await listRunCandidates(
            c.var.info.deps,
            c.var.info.signedIn,
            pathIdOf(c),
            { status },
            cursor,
            limit,
          ),
        );
      },
    ],
  });

  resource(ingestion, "/candidates", {
    GET: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "listCandidates",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        query: CandidateParameters,
        meanings: { status: "candidateFilter" },
        answer: { schema: CandidateList, example: LIST_EXAMPLE },
      }),
      async (c) => {
        const { status, cursor = null, limit } = listQuery(c, CandidateParameters);
        return answerList(
          c,
          await listCandidates(c.var.info.deps, c.var.info.signedIn, status, cursor, limit),
        );
      },
    ],
  });

  resource(ingestion, "/list-pending-candidates", {
    GET: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "listPendingCandidates",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        query: PendingParameters,
        answer: { schema: CandidateList, example: LIST_EXAMPLE },
      }),
      async (c) => {
        const { cursor = null, limit } = listQuery(c, PendingParameters);
        return answerList(
          c,
          await listCandidates(c.var.info.deps, c.var.info.signedIn, "pending", cursor, limit),
        );
      },
    ],
  });

  resource(ingestion, "/candidate-counts", {
    GET: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "getCandidateCounts",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        answer: { schema: CountsJson, example: COUNTS_EXAMPLE },
      }),
      async (c) => c.json(await candidateCounts(c.var.info.deps, c.var.info.signedIn)),
    ],
  });
}

function addBulkDecisions(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/bulk-approve", {
    POST: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "bulkApproveCandidates",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        body: {
          name: "BulkApproval",
          schema: BulkApproval,
          example: { candidateIds: [CANDIDATE_EXAMPLE.id] },
        },
        answer: bulk,
      }),
      async (c) => {
        const { candidateIds } = await readBody(c, BulkApproval);
        return answerBulk(
          c,
          await approveCandidates(c.var.info.deps, c.var.info.signedIn, candidateIds),
        );
      },
    ],
  });

  resource(ingestion, "/candidates/bulk-reject", {
    POST: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "bulkRejectCandidates",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        body: {
          name: "BulkRejection",
          schema: BulkRejection,
          example: { candidateIds: [CANDIDATE_EXAMPLE.id], ...REJECTION_EXAMPLE },
        },
        answer: bulk,
      }),
      async (c) => {
        const { candidateIds, reason } = await readBody(c, BulkRejection);
        return answerBulk(
          c,
          await rejectCandidates(c.var.info.deps, c.var.info.signedIn, candidateIds, reason),
        );
      },
    ],
  });
}

function addCandidate(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/:id", {
    GET: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "getCandidate",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        path: IdPath,
        answer: one,
        failures: [404],
      }),
      async (c) => answerCandidate(c, pathIdOf(c)),
    ],
    PUT: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "updateCandidate",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        path: IdPath,
        body: {
          name: "CandidateUpdate",
          schema: CandidateUpdate,
          example: CANDIDATE_UPDATE_EXAMPLE,
        },
        answer: one,
        failures: [404, 409],
      }),
      async (c) => {
        await editCandidate(
          c.var.info.deps,
          c.var.info.signedIn,
          pathIdOf(c),
          await readBody(c, CandidateUpdate),
        );
        return answerCandidate(c, pathIdOf(c));
      },
    ],
  });
}

function addDecisions(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/:id/approve", {
    POST: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      idempotent,
      describe({
        operationId: "approveCandidate",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        isIdempotent: true,
        path: IdPath,
        ifMatch: "version",
        answer: { schema: CandidateJson, example: { ...CANDIDATE_EXAMPLE, status: "approved" } },
        failures: [404, 409, 422],
      }),
      async (c) => {
        await whileVersion(c, (expectedVersion) =>
          approveCandidate(c.var.info.deps, c.var.info.signedIn, pathIdOf(c), expectedVersion),
        );
        return answerCandidate(c, pathIdOf(c));
      },
    ],
  });

  resource(ingestion, "/candidates/:id/reject", {
    POST: [
      budgeted("reads", "staff"),
      needs(INGESTION_PERMISSION),
      describe({
        operationId: "rejectCandidate",
        tag: "ingestion",
        needs: INGESTION_PERMISSION,
        path: IdPath,
        body: { name: "Rejection", schema: Rejection, example: REJECTION_EXAMPLE },
        ifMatch: "version",
        answer: { schema: CandidateJson, example: { ...CANDIDATE_EXAMPLE, status: "rejected" } },
        failures: [404, 409],
      }),
      async (c) => {
        const { reason } = await readBody(c, Rejection);
        await whileVersion(c, (expectedVersion) =>
          rejectCandidate(
            c.var.info.deps,
            c.var.info.signedIn,
            pathIdOf(c),
            reason,
            expectedVersion,
          ),
        );
        return answerCandidate(c, pathIdOf(c));
      },
    ],
  });
}
