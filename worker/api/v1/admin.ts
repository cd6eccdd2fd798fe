import { Hono } from "hono";
import * as v from "valibot";
import { PLATFORM_PARTS } from "../../../app/lib/deps";
import { badgeCounts } from "../../../app/modules/operations/badge-counts.server";
import { readHealth } from "../../../app/modules/operations/read-health.server";
import { ALARMS } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { BADGE_COUNTS_EXAMPLE, OPERATIONS_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

/** Endpoints for staff (decisions.md §12). */
export const admin = new Hono<AppEnv>();

const BadgeCountsJson = v.pipe(
  v.object({
    pendingEvents: v.number(),
    flaggedEvents: v.number(),
    pendingCandidates: v.number(),
    pendingClaims: v.number(),
    deadMails: v.number(),
  }),
  v.metadata({ ref: "BadgeCounts" }),
);

resource(admin, "/badge-counts", {
  GET: operation({
    operationId: "getBadgeCounts",
    budget: ["reads", "staff"],
    tag: "administration",
    needs: "admin:enter",
    answer: { schema: BadgeCountsJson, example: BADGE_COUNTS_EXAMPLE },
    run: ({ deps, actor }) => badgeCounts(deps, actor),
  }),
});

const OperationsJson = v.pipe(
  v.object({
    status: v.picklist(["ok", "degraded"]),
    release: v.string(),
    parts: v.array(
      v.object({ part: v.picklist(PLATFORM_PARTS), ms: v.number(), error: v.nullable(v.string()) }),
    ),
    backlogs: v.array(
      v.object({
        name: v.string(),
        count: v.number(),
        late: v.number(),
        oldest: v.nullable(v.string()),
      }),
    ),
    alarms: v.array(
      v.object({ name: v.picklist(ALARMS), count: v.number(), raisedAt: v.string() }),
    ),
  }),
  v.metadata({ ref: "Operations" }),
);

resource(admin, "/operations", {
  GET: operation({
    operationId: "getOperations",
    budget: ["reads", "staff"],
    tag: "administration",
    needs: "outbox:read",
    answer: { schema: OperationsJson, example: OPERATIONS_EXAMPLE },
    run: ({ deps }) => readHealth(deps),
  }),
});
