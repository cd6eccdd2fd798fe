import { type Context, Hono } from "hono";
import * as v from "valibot";
import { listJson } from "../../../app/lib/text/list-json";
import { citiesById } from "../../../app/modules/cities/queries.server";
import { dryRunSource } from "../../../app/modules/intake/sources/dry-run.server";
import {
  getSource,
  listSources,
  SOURCE_HEALTH,
} from "../../../app/modules/intake/sources/queries.server";
import { SourceInput, SourceUpdate } from "../../../app/modules/intake/sources/schema";
import {
  SourceDryRunJson,
  SourceJson,
  sourceJson,
} from "../../../app/modules/intake/sources/source-json.server";
import {
  checkSourceNow,
  createSource,
  deleteSource,
  updateSource,
} from "../../../app/modules/intake/sources/write-source.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { idempotent } from "./idempotent";
import { IdPath, INGESTION_PERMISSION, LIMIT, listQuery, pathIdOf } from "./ingestion-requests";
import { readBody } from "./read-body";
import { resource } from "./resource";

/** Monitored sources, for admins and the owner. */
export const sourcesApi = new Hono<AppEnv>();

const Parameters = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(100, "errors:issue.long"))),
  health: v.optional(v.picklist(SOURCE_HEALTH)),
  city: v.optional(v.pipe(v.string(), v.maxLength(80, "errors:issue.long"))),
  cursor: v.optional(v.string()),
  limit: LIMIT,
});

const INPUT_EXAMPLE = {
  name: "Vahdat Hall",
  kind: "json-ld" as const,
  url: "https://vahdathall.example/events",
  cities: ["tehran"],
  everyMinutes: 360 as const,
  trust: "reviewed" as const,
  status: "active" as const,
  venue: "Vahdat Hall",
  organizer: null,
  category: "Concert" as const,
  language: "fa" as const,
};
const EXAMPLE: SourceJson = {
  id: "019b7647-f000-7d11-8c02-5a3f9e7b1c30",
  ...INPUT_EXAMPLE,
  lastCheckedAt: "2026-11-20T09:30:00.000Z",
  lastStatus: "ok",
  lastError: null,
  lastItems: 20,
  failures: 0,
  nextCheckAt: "2026-11-20T15:30:00.000Z",
  decisions: 148,
  reliability: 0.92,
  version: 1,
};

async function answerSource(
  c: Context<AppEnv>,
  id: string,
  status: 200 | 201 | 202 = 200,
): Promise<Response> {
  const { deps, signedIn } = c.var.info;
  const [source, cities] = await Promise.all([getSource(deps, signedIn, id), citiesById(deps)]);
  return c.json(sourceJson(source, cities), status);
}

resource(sourcesApi, "/", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "listSources",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      query: Parameters,
      meanings: { q: "sourceWords", health: "sourceHealth" },
      answer: {
        schema: listJson("SourceList", SourceJson),
        example: { items: [EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { q, health, city, cursor = null, limit } = listQuery(c, Parameters);
      const [{ items, nextCursor }, cities] = await Promise.all([
        listSources(deps, signedIn, { q, health, city }, cursor, limit),
        citiesById(deps),
      ]);
      return c.json({
        items: items.map(({ source }) => sourceJson(source, cities)),
        nextCursor,
        hasMore: nextCursor !== null,
      });
    },
  ],
  POST: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    idempotent,
    describe({
      operationId: "createSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      isIdempotent: true,
      body: { name: "SourceInput", schema: SourceInput, example: INPUT_EXAMPLE },
      answer: { status: 201, schema: SourceJson, example: EXAMPLE },
    }),
    async (c) => {
      const id = await createSource(
        c.var.info.deps,
        c.var.info.signedIn,
        await readBody(c, SourceInput),
      );
      c.header("Location", `/api/v1/admin/sources/${id}`);
      return answerSource(c, id, 201);
    },
  ],
});

resource(sourcesApi, "/dry-run", {
  POST: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "dryRunSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      body: { name: "SourceInput", schema: SourceInput, example: INPUT_EXAMPLE },
      answer: {
        schema: SourceDryRunJson,
        example: {
          reason: null,
          items: [
            {
              title: "A Night of Kamancheh",
              date: "2026-12-12",
              time: "19:30",
              venue: "Vahdat Hall",
              isCancelled: false,
              isKnown: false,
            },
          ],
          leftOut: 1,
          unread: 0,
        },
      },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const result = await dryRunSource(deps, signedIn, await readBody(c, SourceInput), null);
      const { isRead, ...answer } = result;
      return c.json({ reason: null, items: [], leftOut: 0, unread: 0, ...answer });
    },
  ],
});

resource(sourcesApi, "/:id", {
  GET: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "getSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: { schema: SourceJson, example: EXAMPLE },
      failures: [404],
    }),
    (c) => answerSource(c, pathIdOf(c)),
  ],
  PUT: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "updateSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      body: {
        name: "SourceUpdate",
        schema: SourceUpdate,
        example: { ...INPUT_EXAMPLE, version: 1 },
      },
      answer: { schema: SourceJson, example: EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      await updateSource(deps, signedIn, pathIdOf(c), await readBody(c, SourceUpdate));
      return answerSource(c, pathIdOf(c));
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "deleteSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await deleteSource(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return c.body(null, 204);
    },
  ],
});

resource(sourcesApi, "/:id/check", {
  POST: [
    budgeted("reads", "staff"),
    needs(INGESTION_PERMISSION),
    describe({
      operationId: "checkSource",
      tag: "ingestion",
      needs: INGESTION_PERMISSION,
      path: IdPath,
      answer: { status: 202, schema: SourceJson, example: EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      await checkSourceNow(c.var.info.deps, c.var.info.signedIn, pathIdOf(c));
      return answerSource(c, pathIdOf(c), 202);
    },
  ],
});
