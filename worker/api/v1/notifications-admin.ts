import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import {
  analyticsCsv,
  analyticsRange,
  NotificationAnalyticsJson,
  notificationAnalytics,
} from "../../../app/modules/notifications/analytics/analytics.server";
import { triggerDigests } from "../../../app/modules/notifications/digests/preview-digest.server";
import type { AppEnv } from "../../context";
import { ANALYTICS_EXAMPLE } from "./notification-examples";
import { operation } from "./operation";
import { resource } from "./resource";

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
