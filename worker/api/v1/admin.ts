import { Hono } from "hono";
import * as v from "valibot";
import { PLATFORM_PARTS } from "../../../app/lib/deps";
import { badgeCounts } from "../../../app/modules/operations/badge-counts.server";
import { readHealth } from "../../../app/modules/operations/read-health.server";
import { ALARMS } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { BADGE_COUNTS_EXAMPLE, OPERATIONS_EXAMPLE } from "./examples";
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
  GET: [
    budgeted("reads", "staff"),
    needs("admin:enter"),
    describe({
      operationId: "getBadgeCounts",
      tag: "administration",
      needs: "admin:enter",
      answer: { schema: BadgeCountsJson, example: BADGE_COUNTS_EXAMPLE },
    }),
    async (c) => c.json(await badgeCounts(c.var.info.deps, c.var.info.signedIn)),
  ],
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
  GET: [
    budgeted("reads", "staff"),
    needs("outbox:read"),
    describe({
      operationId: "getOperations",
      tag: "administration",
      needs: "outbox:read",
      answer: { schema: OperationsJson, example: OPERATIONS_EXAMPLE },
    }),
    async (c) => c.json(await readHealth(c.var.info.deps)),
  ],
});
