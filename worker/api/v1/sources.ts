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
import { IdPath, INGESTION_PERMISSION } from "./ingestion-requests";
import { operation } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { resource } from "./resource";

/** Monitored sources, for admins and the owner. */
export const sourcesApi = new Hono<AppEnv>();

const Parameters = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(100, "errors:issue.long"))),
  health: v.optional(v.picklist(SOURCE_HEALTH)),
  city: v.optional(v.pipe(v.string(), v.maxLength(80, "errors:issue.long"))),
  cursor: v.optional(v.string()),
  limit: limitParameter(),
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

async function answerSource(c: Context<AppEnv>, id: string) {
  const { deps, signedIn } = c.var.info;
  const [source, cities] = await Promise.all([getSource(deps, signedIn, id), citiesById(deps)]);
  return sourceJson(source, cities);
}

resource(sourcesApi, "/", {
  GET: operation({
    operationId: "listSources",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    query: Parameters,
    meanings: { q: "sourceWords", health: "sourceHealth" },
    answer: {
      schema: listJson("SourceList", SourceJson),
      example: { items: [EXAMPLE], nextCursor: null, hasMore: false },
    },
    run: async ({ c, deps, actor }) => {
      const { q, health, city, cursor = null, limit } = readParameters(c, Parameters);
      const [{ items, nextCursor }, cities] = await Promise.all([
        listSources(deps, actor, { q, health, city }, cursor, limit),
        citiesById(deps),
      ]);
      return {
        items: items.map(({ source }) => sourceJson(source, cities)),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
  POST: operation({
    operationId: "createSource",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    body: { name: "SourceInput", schema: SourceInput, example: INPUT_EXAMPLE },
    answer: { status: 201, schema: SourceJson, example: EXAMPLE },
    idempotent: true,
    run: async ({ c, deps, actor, body }) => {
      const id = await createSource(deps, actor, body);
      c.header("Location", `/api/v1/admin/sources/${id}`);
      return answerSource(c, id);
    },
  }),
});

resource(sourcesApi, "/dry-run", {
  POST: operation({
    operationId: "dryRunSource",
    budget: ["reads", "staff"],
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
    run: async ({ deps, actor, body }) => {
      const result = await dryRunSource(deps, actor, body, null);
      const { isRead, ...answer } = result;
      return { reason: null, items: [], leftOut: 0, unread: 0, ...answer };
    },
  }),
});

resource(sourcesApi, "/:id", {
  GET: operation({
    operationId: "getSource",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    answer: { schema: SourceJson, example: EXAMPLE },
    failures: [404],
    run: ({ c, params }) => answerSource(c, params.id),
  }),
  PUT: operation({
    operationId: "updateSource",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    body: {
      name: "SourceUpdate",
      schema: SourceUpdate,
      example: { ...INPUT_EXAMPLE, version: 1 },
    },
    ifMatch: "answer",
    answer: { schema: SourceJson, example: EXAMPLE },
    failures: [404, 409],
    run: async ({ c, deps, actor, body, params }) => {
      await updateSource(deps, actor, params.id, body);
      return answerSource(c, params.id);
    },
  }),
  DELETE: operation({
    operationId: "deleteSource",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    ifMatch: "answer",
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteSource(deps, actor, params.id),
  }),
});

resource(sourcesApi, "/:id/check", {
  POST: operation({
    operationId: "checkSource",
    budget: ["reads", "staff"],
    tag: "ingestion",
    needs: INGESTION_PERMISSION,
    path: IdPath,
    answer: { status: 202, schema: SourceJson, example: EXAMPLE },
    failures: [404, 409],
    run: async ({ c, deps, actor, params }) => {
      await checkSourceNow(deps, actor, params.id);
      return answerSource(c, params.id);
    },
  }),
});
