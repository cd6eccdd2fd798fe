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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { REPORT_EXAMPLE } from "./examples";
import { readBody } from "./read-body";
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
  GET: [
    budgeted("reads", "staff"),
    needs("event:moderate"),
    describe({
      operationId: "listReports",
      tag: "administration",
      needs: "event:moderate",
      query: ReportParameters,
      answer: {
        schema: listJson("ReportList", ReportJson),
        example: { items: [REPORT_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { cursor = null, limit } = c.req.query();
      const query = v.safeParse(
        ReportParameters,
        limit === undefined ? {} : { limit: Number(limit) },
      );
      if (!query.success)
        throw new AppError("bad-request", [{ path: "limit", message: "errors:issue.limit" }]);
      const { rows, nextCursor } = await listReports(deps, signedIn, cursor, query.output.limit);
      return c.json({
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
      });
    },
  ],
});

resource(reportsApi, "/withdraw", {
  POST: [
    budgeted("reads", "staff"),
    needs("event:moderate"),
    describe({
      operationId: "withdrawReports",
      tag: "administration",
      needs: "event:moderate",
      body: {
        name: "WithdrawReports",
        schema: WithdrawReports,
        example: { accounts: [REPORT_EXAMPLE.reporter.id] },
      },
      answer: { schema: WithdrawnJson, example: { reports: 12, restored: 3 } },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      return c.json(await withdrawReports(deps, signedIn, await readBody(c, WithdrawReports)));
    },
  ],
});
