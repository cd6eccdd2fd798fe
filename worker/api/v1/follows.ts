import type { Hono } from "hono";
import * as v from "valibot";
import type { Deps } from "../../../app/lib/deps";
import { AppError } from "../../../app/lib/errors";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import {
  endFollow,
  type FollowRow,
  follow,
  listFollows,
  setFollowFrequency,
  topicOfPage,
} from "../../../app/modules/hosts/follows/follow.server";
import { FollowJson, followsJson } from "../../../app/modules/hosts/follows/present-follows.server";
import { FOLLOW_FREQUENCIES } from "../../../db/schema";
import type { AppEnv } from "../../context";
import { FOLLOW_EXAMPLE } from "./examples";
import { operation } from "./operation";
import { resource } from "./resource";

const FollowPath = v.object({ id: v.string() });
const Frequency = v.picklist(FOLLOW_FREQUENCIES, "errors:issue.value");
const FollowInput = v.object({
  page: v.pipe(v.string(), v.maxLength(2_000, "errors:issue.tooLong")),
  frequency: v.optional(Frequency),
});
const FollowUpdate = v.object({ frequency: Frequency });

/** @throws AppError("not-found") if its subject has just gone */
async function followJson(deps: Deps, row: FollowRow): Promise<FollowJson> {
  const [json] = await followsJson(deps, [row]);
  if (!json) throw new AppError("not-found");
  return json;
}

/** Adds /users/me/follows: what the caller follows besides cities, which are in the profile. */
export function addFollows(users: Hono<AppEnv>): void {
  resource(users, "/me/follows", {
    GET: operation({
      operationId: "listFollows",
      budget: ["reads", "list"],
      tag: "notifications",
      needs: "account:manage",
      answer: {
        schema: listJson("FollowList", FollowJson),
        example: { items: [FOLLOW_EXAMPLE], nextCursor: null, hasMore: false },
      },
      run: async ({ deps, actor }) =>
        wholeList(await followsJson(deps, await listFollows(deps, actor))),
    }),
    POST: operation({
      operationId: "follow",
      budget: ["reads", "write"],
      tag: "notifications",
      needs: "account:manage",
      body: {
        name: "FollowInput",
        schema: FollowInput,
        example: { page: "/venues/tehran/vahdat-hall", frequency: "weekly" },
      },
      answer: { status: 201, schema: FollowJson, example: FOLLOW_EXAMPLE },
      failures: [404, 409],
      run: async ({ deps, actor, body }) => {
        const { page, frequency } = body;
        const topic = await topicOfPage(deps, page);
        if (topic === null)
          throw new AppError("not-found", [{ path: "page", message: "errors:issue.value" }]);
        return followJson(deps, await follow(deps, actor, topic, frequency));
      },
    }),
  });

  resource(users, "/me/follows/:id", {
    PATCH: operation({
      operationId: "updateFollow",
      budget: ["reads", "write"],
      tag: "notifications",
      needs: "account:manage",
      path: FollowPath,
      body: { name: "FollowUpdate", schema: FollowUpdate, example: { frequency: "daily" } },
      answer: { schema: FollowJson, example: { ...FOLLOW_EXAMPLE, frequency: "daily" } },
      failures: [404],
      run: async ({ deps, actor, params, body }) => {
        const { frequency } = body;
        return followJson(deps, await setFollowFrequency(deps, actor, params.id, frequency));
      },
    }),
    DELETE: operation({
      operationId: "unfollow",
      budget: ["reads", "write"],
      tag: "notifications",
      needs: "account:manage",
      path: FollowPath,
      answer: { status: 204 },
      failures: [404],
      run: ({ deps, actor, params }) => endFollow(deps, actor, params.id),
    }),
  });
}
