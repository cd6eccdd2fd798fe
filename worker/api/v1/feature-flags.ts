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
import { FLAG_INPUT_EXAMPLE, FLAG_JSON_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

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
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteFlag(deps, actor, params.key),
  }),
});
