import type { Context, Hono } from "hono";
import * as v from "valibot";
import { listJson } from "../../../app/lib/text/list-json";
import { citiesById } from "../../../app/modules/cities/queries.server";
import { Rejection } from "../../../app/modules/events/decision.server";
import {
  approveCandidate,
  approveCandidates,
} from "../../../app/modules/intake/ingestion/approve-candidates.server";
import { editCandidate } from "../../../app/modules/intake/ingestion/edit-candidate.server";
import { CandidateJson, candidateJson } from "../../../app/modules/intake/ingestion/json.server";
import {
  CANDIDATE_FILTERS,
  type CandidateRow,
  getCandidate,
  listCandidates,
  listRunCandidates,
} from "../../../app/modules/intake/ingestion/queries.server";
import {
  BulkRejection,
  rejectCandidate,
  rejectCandidates,
} from "../../../app/modules/intake/ingestion/reject-candidates.server";
import { BulkApproval, CandidateUpdate } from "../../../app/modules/intake/ingestion/schema";
import { candidateCounts } from "../../../app/modules/review/inbox/count-cases.server";
import { CANDIDATE_STATUSES } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { REJECTION_EXAMPLE } from "./event-examples";
import { answerBulk, BulkResultJson } from "./ingestion-bulk";
import {
  BULK_EXAMPLE,
  CANDIDATE_EXAMPLE,
  CANDIDATE_UPDATE_EXAMPLE,
  COUNTS_EXAMPLE,
} from "./ingestion-examples";
import { IdPath, INGESTION_PERMISSION } from "./ingestion-requests";
import { operation } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { resource } from "./resource";

const PAGE = { cursor: v.optional(v.string()), limit: limitParameter() };
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
  return {
    items: items.map((row) => candidateJson(row, cities)),
    nextCursor,
    hasMore: nextCursor !== null,
  };
}

async function answerCandidate(c: Context<AppEnv>, id: string) {
  const { deps, signedIn } = c.var.info;
  const [row, cities] = await Promise.all([getCandidate(deps, signedIn, id), citiesById(deps)]);
  return candidateJson(row, cities);
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
    GET: operation({
      operationId: "listRunCandidates",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      query: RunCandidateParameters,
      meanings: { status: "candidateStatus" },
      answer: { schema: CandidateList, example: LIST_EXAMPLE },
      failures: [404],
      run: async ({ c, deps, actor, params }) => {
        const { status, cursor = null, limit } = readParameters(c, RunCandidateParameters);
        return answerList(
          c,
          await listRunCandidates(deps, actor, params.id, { status }, cursor, limit),
        );
      },
    }),
  });

  resource(ingestion, "/candidates", {
    GET: operation({
      operationId: "listCandidates",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      query: CandidateParameters,
      meanings: { status: "candidateFilter" },
      answer: { schema: CandidateList, example: LIST_EXAMPLE },
      run: async ({ c, deps, actor }) => {
        const { status, cursor = null, limit } = readParameters(c, CandidateParameters);
        return answerList(c, await listCandidates(deps, actor, status, cursor, limit));
      },
    }),
  });

  resource(ingestion, "/list-pending-candidates", {
    GET: operation({
      operationId: "listPendingCandidates",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      query: PendingParameters,
      answer: { schema: CandidateList, example: LIST_EXAMPLE },
      run: async ({ c, deps, actor }) => {
        const { cursor = null, limit } = readParameters(c, PendingParameters);
        return answerList(c, await listCandidates(deps, actor, "pending", cursor, limit));
      },
    }),
  });

  resource(ingestion, "/candidate-counts", {
    GET: operation({
      operationId: "getCandidateCounts",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      answer: { schema: CountsJson, example: COUNTS_EXAMPLE },
      run: ({ deps, actor }) => candidateCounts(deps, actor),
    }),
  });
}

function addBulkDecisions(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/bulk-approve", {
    POST: operation({
      operationId: "bulkApproveCandidates",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      body: {
        name: "BulkApproval",
        schema: BulkApproval,
        example: { candidateIds: [CANDIDATE_EXAMPLE.id] },
      },
      answer: bulk,
      run: async ({ c, deps, actor, body }) => {
        const { candidateIds } = body;
        return answerBulk(c, await approveCandidates(deps, actor, candidateIds));
      },
    }),
  });

  resource(ingestion, "/candidates/bulk-reject", {
    POST: operation({
      operationId: "bulkRejectCandidates",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      body: {
        name: "BulkRejection",
        schema: BulkRejection,
        example: { candidateIds: [CANDIDATE_EXAMPLE.id], ...REJECTION_EXAMPLE },
      },
      answer: bulk,
      run: async ({ c, deps, actor, body }) => {
        const { candidateIds, reason } = body;
        return answerBulk(c, await rejectCandidates(deps, actor, candidateIds, reason));
      },
    }),
  });
}

function addCandidate(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/:id", {
    GET: operation({
      operationId: "getCandidate",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: one,
      failures: [404],
      run: ({ c, params }) => answerCandidate(c, params.id),
    }),
    PUT: operation({
      operationId: "updateCandidate",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      body: {
        name: "CandidateUpdate",
        schema: CandidateUpdate,
        example: CANDIDATE_UPDATE_EXAMPLE,
      },
      ifMatch: "answer",
      answer: one,
      failures: [404, 409],
      run: async ({ c, deps, actor, body, params }) => {
        await editCandidate(deps, actor, params.id, body);
        return answerCandidate(c, params.id);
      },
    }),
  });
}

function addDecisions(ingestion: Hono<AppEnv>): void {
  resource(ingestion, "/candidates/:id/approve", {
    POST: operation({
      operationId: "approveCandidate",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      ifMatch: "version",
      answer: { schema: CandidateJson, example: { ...CANDIDATE_EXAMPLE, status: "approved" } },
      failures: [404, 409, 422],
      idempotent: true,
      run: async ({ c, deps, actor, expectedVersion, params }) => {
        await approveCandidate(deps, actor, params.id, expectedVersion);
        return answerCandidate(c, params.id);
      },
    }),
  });

  resource(ingestion, "/candidates/:id/reject", {
    POST: operation({
      operationId: "rejectCandidate",
      budget: ["reads", "staff"],
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      body: { name: "Rejection", schema: Rejection, example: REJECTION_EXAMPLE },
      ifMatch: "version",
      answer: { schema: CandidateJson, example: { ...CANDIDATE_EXAMPLE, status: "rejected" } },
      failures: [404, 409],
      run: async ({ c, deps, actor, body, expectedVersion, params }) => {
        const { reason } = body;
        await rejectCandidate(deps, actor, params.id, reason, expectedVersion);
        return answerCandidate(c, params.id);
      },
    }),
  });
}
