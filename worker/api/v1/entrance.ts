import type { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { paths } from "../../../app/lib/paths";
import { KEY_SCOPES } from "../../../app/lib/permissions";
import { describeKey } from "../../../app/modules/identity/tokens/api-keys.server";
import type { AppEnv } from "../../context";
import { operation } from "./operation";
import { answer, resource } from "./resource";

const IndexJson = v.pipe(
  v.object({
    version: v.literal("1"),
    description: v.pipe(v.string(), v.url()),
    reference: v.pipe(v.string(), v.url()),
    events: v.pipe(v.string(), v.url()),
    cities: v.pipe(v.string(), v.url()),
    categories: v.pipe(v.string(), v.url()),
    key: v.pipe(v.string(), v.url()),
  }),
  v.metadata({ ref: "Index" }),
);

/** Addresses to begin with. */
const indexOf = (base: string): v.InferOutput<typeof IndexJson> => ({
  version: "1",
  description: `${base}/openapi.json`,
  reference: `${base}/docs`,
  events: `${base}/events`,
  cities: `${base}/cities`,
  categories: `${base}/categories`,
  key: `${base}/me/key`,
});

const KeyJson = v.pipe(
  v.object({
    name: v.string(),
    scopes: v.array(v.picklist(KEY_SCOPES)),
    ending: v.string(),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    expiresAt: v.pipe(v.string(), v.isoTimestamp()),
    user: v.pipe(
      v.object({ id: v.pipe(v.string(), v.uuid()), displayName: v.string() }),
      v.metadata({ ref: "KeyUser" }),
    ),
  }),
  v.metadata({ ref: "Key" }),
);

/** Adds what a program asks first: the index, and whose key it has. */
export function addEntrance(api: Hono<AppEnv>): void {
  resource(api, "/", {
    GET: operation({
      operationId: "getIndex",
      budget: ["reads", "constant"],
      tag: "description",
      isKept: true,
      answer: { schema: IndexJson, example: indexOf("https://rooydad.example/api/v1") },
      run: ({ c, origin }) => answer(c.req.raw, indexOf(origin + paths.api()), { scope: "site" }),
    }),
  });
  resource(api, "/me/key", {
    GET: operation({
      operationId: "getKey",
      budget: ["reads", "item"],
      tag: "identity",
      answer: {
        schema: KeyJson,
        example: {
          name: "Calendar of the club",
          scopes: ["read"],
          ending: "9k2Q",
          createdAt: "2026-11-20T09:30:00.000Z",
          expiresAt: "2027-02-18T09:30:00.000Z",
          user: { id: "0198c8c0-7b1e-7c1f-8f5a-2f6f0c9b7a10", displayName: "Babak" },
        },
      },
      forAnyToken: true,
      failures: [404],
      run: async ({ deps, actor }) => {
        if (!actor) throw new AppError("unauthorized");
        const key = await describeKey(deps, actor);
        if (!key) throw new AppError("not-found");
        return key;
      },
    }),
  });
}
