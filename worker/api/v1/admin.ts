import { type Context, Hono } from "hono";
import * as v from "valibot";
import { PLATFORM_PARTS } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import {
  analyticsCsv,
  analyticsRange,
  NotificationAnalyticsJson,
  notificationAnalytics,
} from "../../../app/modules/notifications/analytics/analytics.server";
import { triggerDigests } from "../../../app/modules/notifications/digests/preview-digest.server";
import { badgeCounts } from "../../../app/modules/operations/badge-counts.server";
import { readHealth } from "../../../app/modules/operations/read-health.server";
import {
  createFlag,
  deleteFlag,
  updateFlag,
} from "../../../app/modules/settings/flags/flag-commands.server";
import { flagJson, getFlag, listFlags } from "../../../app/modules/settings/flags/flags.server";
import {
  FeatureFlagInput,
  FeatureFlagJson,
  FeatureFlagUpdate,
} from "../../../app/modules/settings/flags/known-flags";
import { ALARMS } from "../../../db/schema";
import type { AppEnv } from "../../context";
import {
  BADGE_COUNTS_EXAMPLE,
  FLAG_INPUT_EXAMPLE,
  FLAG_JSON_EXAMPLE,
  OPERATIONS_EXAMPLE,
} from "./examples";
import { ANALYTICS_EXAMPLE } from "./notification-examples";
import { operation } from "./operation";
import { resource } from "./resource";

/** Endpoints for staff (decisions.md §12). */
export const admin = new Hono<AppEnv>();

const BadgeCountsJson = v.pipe(
  v.object({
    inbox: v.number(),
    pendingEvents: v.number(),
    flaggedEvents: v.number(),
    reportedEvents: v.number(),
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

export const notificationsAdminApi = new Hono<AppEnv>();

const PERMISSION = "analytics:read";
const TRIGGER = "digest:send";
const RangeParameters = v.object({ from: v.optional(v.string()), to: v.optional(v.string()) });
const MEANINGS = { from: "analyticsFrom", to: "analyticsTo" };
const FREQUENCIES = ["daily", "weekly"] as const;
const FrequencyPath = v.object({ frequency: v.picklist(FREQUENCIES) });
const DigestRunJson = v.pipe(
  v.object({ sent: v.number(), empty: v.number(), goesOn: v.boolean() }),
  v.metadata({ ref: "DigestRun" }),
);

resource(notificationsAdminApi, "/analytics", {
  GET: operation({
    operationId: "getNotificationAnalytics",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    query: RangeParameters,
    meanings: MEANINGS,
    answer: { schema: NotificationAnalyticsJson, example: ANALYTICS_EXAMPLE },
    run: async ({ c, deps, actor }) => {
      const { counts: _counts, ...analytics } = await notificationAnalytics(
        deps,
        actor,
        analyticsRange(deps, c.req.query()),
      );
      return analytics;
    },
  }),
});

resource(notificationsAdminApi, "/analytics.csv", {
  GET: operation({
    operationId: "getNotificationAnalyticsCsv",
    budget: ["reads", "staff"],
    tag: "news",
    needs: PERMISSION,
    query: RangeParameters,
    meanings: MEANINGS,
    answer: {
      type: "text/csv",
      schema: v.string(),
      example: "day,outcome,channel,kind,count\r\n2026-12-08,sent,email,digest-daily,412\r\n",
    },
    run: ({ c, deps, actor }) => analyticsCsv(deps, actor, analyticsRange(deps, c.req.query())),
  }),
});

resource(notificationsAdminApi, "/digests/:frequency/trigger", {
  POST: operation({
    operationId: "triggerDigests",
    budget: ["reads", "staff"],
    tag: "news",
    needs: TRIGGER,
    path: FrequencyPath,
    answer: { schema: DigestRunJson, example: { sent: 412, empty: 38, goesOn: false } },
    failures: [404],
    run: async ({ deps, actor, params }) => {
      const frequency = FREQUENCIES.find((name) => name === params.frequency);
      if (!frequency) throw new AppError("not-found");
      return triggerDigests(deps, actor, frequency);
    },
  }),
});

export const featureFlagsApi = new Hono<AppEnv>();

const KeyPath = v.object({ key: v.string() });

async function answerFlag(c: Context<AppEnv>, key: string) {
  const { deps, signedIn } = c.var.info;
  return flagJson(await getFlag(deps, signedIn, key));
}

resource(featureFlagsApi, "/", {
  GET: operation({
    operationId: "listFeatureFlags",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "feature-flag:read",
    answer: {
      schema: listJson("FeatureFlagList", FeatureFlagJson),
      example: { items: [FLAG_JSON_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ deps, actor }) => wholeList((await listFlags(deps, actor)).map(flagJson)),
  }),
  POST: operation({
    operationId: "createFeatureFlag",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "feature-flag:manage",
    body: { name: "FeatureFlagInput", schema: FeatureFlagInput, example: FLAG_INPUT_EXAMPLE },
    answer: { status: 201, schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
    failures: [409],
    idempotent: true,
    run: async ({ c, deps, actor, body }) => {
      await createFlag(deps, actor, body);
      c.header("Location", `/api/v1/admin/feature-flags/${body.key}`);
      return answerFlag(c, body.key);
    },
  }),
});

resource(featureFlagsApi, "/:key", {
  GET: operation({
    operationId: "getFeatureFlag",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "feature-flag:read",
    path: KeyPath,
    answer: { schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
    failures: [404],
    run: ({ c, params }) => answerFlag(c, params.key),
  }),
  PUT: operation({
    operationId: "updateFeatureFlag",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "feature-flag:manage",
    path: KeyPath,
    body: {
      name: "FeatureFlagUpdate",
      schema: FeatureFlagUpdate,
      example: { isOn: true, percentage: 50, version: 1 },
    },
    ifMatch: "answer",
    answer: { schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
    failures: [404, 409],
    run: async ({ c, deps, actor, params, body }) => {
      const changes = body;
      await updateFlag(deps, actor, params.key, changes);
      return answerFlag(c, params.key);
    },
  }),
  DELETE: operation({
    operationId: "deleteFeatureFlag",
    budget: ["reads", "staff"],
    tag: "settings",
    needs: "feature-flag:manage",
    path: KeyPath,
    ifMatch: "answer",
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteFlag(deps, actor, params.key),
  }),
});
