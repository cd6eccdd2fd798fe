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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { ANALYTICS_EXAMPLE } from "./notification-examples";
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
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "getNotificationAnalytics",
      tag: "news",
      needs: PERMISSION,
      query: RangeParameters,
      meanings: MEANINGS,
      answer: { schema: NotificationAnalyticsJson, example: ANALYTICS_EXAMPLE },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { counts: _counts, ...analytics } = await notificationAnalytics(
        deps,
        signedIn,
        analyticsRange(deps, c.req.query()),
      );
      return c.json(analytics);
    },
  ],
});

resource(notificationsAdminApi, "/analytics.csv", {
  GET: [
    budgeted("reads", "staff"),
    needs(PERMISSION),
    describe({
      operationId: "getNotificationAnalyticsCsv",
      tag: "news",
      needs: PERMISSION,
      query: RangeParameters,
      meanings: MEANINGS,
      answer: {
        type: "text/csv",
        schema: v.string(),
        example: "day,outcome,channel,kind,count\r\n2026-12-08,sent,email,digest-daily,412\r\n",
      },
    }),
    async (c) =>
      analyticsCsv(
        c.var.info.deps,
        c.var.info.signedIn,
        analyticsRange(c.var.info.deps, c.req.query()),
      ),
  ],
});

resource(notificationsAdminApi, "/digests/:frequency/trigger", {
  POST: [
    budgeted("reads", "staff"),
    needs(TRIGGER),
    describe({
      operationId: "triggerDigests",
      tag: "news",
      needs: TRIGGER,
      path: FrequencyPath,
      answer: { schema: DigestRunJson, example: { sent: 412, empty: 38, goesOn: false } },
      failures: [404],
    }),
    async (c) => {
      const frequency = FREQUENCIES.find((name) => name === c.req.param("frequency"));
      if (!frequency) throw new AppError("not-found");
      return c.json(await triggerDigests(c.var.info.deps, c.var.info.signedIn, frequency));
    },
  ],
});
