import { type Context, Hono } from "hono";
import * as v from "valibot";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
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
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { FLAG_INPUT_EXAMPLE, FLAG_JSON_EXAMPLE } from "./examples";
import { idempotent } from "./idempotent";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const featureFlagsApi = new Hono<AppEnv>();

const KeyPath = v.object({ key: v.string() });

const keyIn = (c: Context<AppEnv>): string => c.req.param("key") ?? "";

async function answerFlag(
  c: Context<AppEnv>,
  key: string,
  status: 200 | 201 = 200,
): Promise<Response> {
  const { deps, signedIn } = c.var.info;
  return c.json(flagJson(await getFlag(deps, signedIn, key)), status);
}

resource(featureFlagsApi, "/", {
  GET: [
    budgeted("reads", "staff"),
    needs("feature-flag:read"),
    describe({
      operationId: "listFeatureFlags",
      tag: "settings",
      needs: "feature-flag:read",
      answer: {
        schema: listJson("FeatureFlagList", FeatureFlagJson),
        example: { items: [FLAG_JSON_EXAMPLE], nextCursor: null, hasMore: false },
      },
    }),
    async (c) =>
      c.json(wholeList((await listFlags(c.var.info.deps, c.var.info.signedIn)).map(flagJson))),
  ],
  POST: [
    budgeted("reads", "staff"),
    needs("feature-flag:manage"),
    idempotent,
    describe({
      operationId: "createFeatureFlag",
      tag: "settings",
      needs: "feature-flag:manage",
      isIdempotent: true,
      body: { name: "FeatureFlagInput", schema: FeatureFlagInput, example: FLAG_INPUT_EXAMPLE },
      answer: { status: 201, schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
      failures: [409],
    }),
    async (c) => {
      const input = await readBody(c, FeatureFlagInput);
      await createFlag(c.var.info.deps, c.var.info.signedIn, input);
      c.header("Location", `/api/v1/admin/feature-flags/${input.key}`);
      return answerFlag(c, input.key, 201);
    },
  ],
});

resource(featureFlagsApi, "/:key", {
  GET: [
    budgeted("reads", "staff"),
    needs("feature-flag:read"),
    describe({
      operationId: "getFeatureFlag",
      tag: "settings",
      needs: "feature-flag:read",
      path: KeyPath,
      answer: { schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
      failures: [404],
    }),
    (c) => answerFlag(c, keyIn(c)),
  ],
  PUT: [
    budgeted("reads", "staff"),
    needs("feature-flag:manage"),
    describe({
      operationId: "updateFeatureFlag",
      tag: "settings",
      needs: "feature-flag:manage",
      path: KeyPath,
      body: {
        name: "FeatureFlagUpdate",
        schema: FeatureFlagUpdate,
        example: { isOn: true, percentage: 50, version: 1 },
      },
      answer: { schema: FeatureFlagJson, example: FLAG_JSON_EXAMPLE },
      failures: [404, 409],
    }),
    async (c) => {
      const changes = await readBody(c, FeatureFlagUpdate);
      await updateFlag(c.var.info.deps, c.var.info.signedIn, keyIn(c), changes);
      return answerFlag(c, keyIn(c));
    },
  ],
  DELETE: [
    budgeted("reads", "staff"),
    needs("feature-flag:manage"),
    describe({
      operationId: "deleteFeatureFlag",
      tag: "settings",
      needs: "feature-flag:manage",
      path: KeyPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await deleteFlag(c.var.info.deps, c.var.info.signedIn, keyIn(c));
      return c.body(null, 204);
    },
  ],
});
