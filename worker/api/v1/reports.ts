import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { listJson } from "../../../app/lib/text/list-json";
import {
  listReports,
  REPORTS_LIMIT,
  REPORTS_MAX,
  WithdrawReports,
  withdrawReports,
} from "../../../app/modules/review/moderation/reports.server";
import { FLAG_REASONS, UNCOUNTED_REASONS } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { REPORT_EXAMPLE } from "./event-examples";
import { operation } from "./operation";
import { resource } from "./resource";

/** Reports of events, for moderators (decisions.md §3). */
export const reportsApi = new Hono<AppEnv>();

const ReportJson = v.pipe(
  v.object({
    eventId: v.pipe(v.string(), v.uuid()),
    eventTitle: v.object({ en: v.string(), fa: v.nullable(v.string()) }),
    reporter: v.object({ id: v.pipe(v.string(), v.uuid()), displayName: v.nullable(v.string()) }),
    reason: v.picklist(FLAG_REASONS),
    note: v.nullable(v.string()),
    weight: v.number(),
    uncounted: v.nullable(v.picklist(UNCOUNTED_REASONS)),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
  v.metadata({ ref: "Report" }),
);

const WithdrawnJson = v.pipe(
  v.object({ reports: v.number(), restored: v.number() }),
  v.metadata({ ref: "WithdrawnReports" }),
);

const ReportParameters = v.object({
  cursor: v.optional(v.string()),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REPORTS_MAX)),
    REPORTS_LIMIT,
  ),
});

resource(reportsApi, "/", {
  GET: operation({
    operationId: "listReports",
    budget: ["reads", "staff"],
    tag: "administration",
    needs: "event:moderate",
    query: ReportParameters,
    answer: {
      schema: listJson("ReportList", ReportJson),
      example: { items: [REPORT_EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps, actor }) => {
      const { cursor = null, limit } = c.req.query();
      const query = v.safeParse(
        ReportParameters,
        limit === undefined ? {} : { limit: Number(limit) },
      );
      if (!query.success)
        throw new AppError("bad-request", [{ path: "limit", message: "errors:issue.limit" }]);
      const { rows, nextCursor } = await listReports(deps, actor, cursor, query.output.limit);
      return {
        items: rows.map(
          ({
            eventId,
            titleEn,
            titleFa,
            userId,
            reporter,
            reason,
            note,
            weight,
            uncounted,
            at,
          }) => ({
            eventId,
            eventTitle: { en: titleEn, fa: titleFa },
            reporter: { id: userId, displayName: reporter || null },
            reason,
            note,
            weight,
            uncounted,
            createdAt: new Date(at).toISOString(),
          }),
        ),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
});

resource(reportsApi, "/withdraw", {
  POST: operation({
    operationId: "withdrawReports",
    budget: ["reads", "staff"],
    tag: "administration",
    needs: "event:moderate",
    body: {
      name: "WithdrawReports",
      schema: WithdrawReports,
      example: { accounts: [REPORT_EXAMPLE.reporter.id] },
    },
    answer: { schema: WithdrawnJson, example: { reports: 12, restored: 3 } },
    run: ({ deps, actor, body }) => withdrawReports(deps, actor, body),
  }),
});
