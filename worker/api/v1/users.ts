import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { ROLES } from "../../../app/lib/permissions";
import {
  searchUsers,
  USER_SEARCH_LIMIT,
  USER_SEARCH_MAX,
} from "../../../app/modules/identity/users/find-users.server";
import { updateProfile } from "../../../app/modules/identity/users/profile-commands.server";
import {
  getUserOrThrow,
  UserJson,
  userJson,
} from "../../../app/modules/identity/users/queries.server";
import { ProfileUpdate } from "../../../app/modules/identity/users/schema";
import { storageQuota } from "../../../app/modules/media/storage-limits.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { actorOf } from "./actor-of";
import { describe } from "./describe";
import {
  FOUND_USER_EXAMPLE,
  PROFILE_UPDATE_EXAMPLE,
  QUOTA_EXAMPLE,
  USER_EXAMPLE,
} from "./examples";
import { addFollows } from "./follows";
import { addUserManagement } from "./manage-users";
import { addPushSubscriptions } from "./push-subscriptions";
import { readBody } from "./read-body";
import { resource } from "./resource";

export const usersApi = new Hono<AppEnv>();

const FoundUsersJson = v.array(
  v.pipe(
    v.object({
      id: v.string(),
      displayName: v.string(),
      photoURL: v.nullable(v.string()),
      role: v.nullable(v.picklist(ROLES)),
      email: v.nullable(v.string()),
    }),
    v.metadata({ ref: "FoundUser" }),
  ),
);

/** Of a person oneself; both names are the specification's (product.md §7). */
for (const [path, operationId] of [
  ["/me", "getMe"],
  ["/profile", "getProfile"],
] as const)
  resource(usersApi, path, {
    GET: [
      budgeted("reads", "item"),
      needs("account:manage"),
      describe({
        operationId,
        tag: "users",
        needs: "account:manage",
        answer: { schema: UserJson, example: USER_EXAMPLE },
      }),
      async (c) => {
        return c.json(userJson(await getUserOrThrow(c.var.info.deps, actorOf(c).id)));
      },
    ],
    ...(path === "/profile"
      ? {
          PUT: [
            budgeted("reads", "write"),
            needs("account:manage"),
            describe({
              operationId: "updateProfile",
              tag: "users",
              needs: "account:manage",
              body: {
                name: "ProfileUpdate",
                schema: ProfileUpdate,
                example: PROFILE_UPDATE_EXAMPLE,
              },
              answer: { schema: UserJson, example: USER_EXAMPLE },
            }),
            async (c) => {
              const input = await readBody(c, ProfileUpdate);
              return c.json(userJson(await updateProfile(c.var.info.deps, actorOf(c), input)));
            },
          ],
        }
      : null),
  });

const QuotaJson = v.pipe(
  v.object({ usedBytes: v.number(), quotaBytes: v.number() }),
  v.metadata({ ref: "StorageQuota" }),
);

resource(usersApi, "/:id/storage-quota", {
  GET: [
    budgeted("reads", "item"),
    needs("account:manage"),
    describe({
      operationId: "getStorageQuota",
      tag: "users",
      needs: "account:manage",
      path: v.object({ id: v.string() }),
      answer: { schema: QuotaJson, example: QUOTA_EXAMPLE },
      failures: [404],
    }),
    async (c) =>
      c.json(await storageQuota(c.var.info.deps, c.var.info.signedIn, c.req.param("id") ?? "")),
  ],
});

const SearchParameters = v.object({
  q: v.pipe(v.string(), v.minLength(2), v.maxLength(200)),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(USER_SEARCH_MAX)),
    USER_SEARCH_LIMIT,
  ),
});

resource(usersApi, "/search/query", {
  GET: [
    budgeted("reads", "list"),
    needs("user:find"),
    describe({
      operationId: "searchUsers",
      tag: "users",
      needs: "user:find",
      query: SearchParameters,
      meanings: { q: "userWords", limit: "limit" },
      answer: { schema: FoundUsersJson, example: [FOUND_USER_EXAMPLE] },
    }),
    async (c) => {
      const { deps, signedIn } = c.var.info;
      const { q = "", limit } = c.req.query();
      const query = v.safeParse(SearchParameters, {
        q: q.trim(),
        ...(limit === undefined ? {} : { limit: Number(limit) }),
      });
      if (!query.success)
        throw new AppError(
          "bad-request",
          query.issues.map((issue) => {
            const path = v.getDotPath(issue) ?? "";
            return {
              path,
              message:
                path === "q"
                  ? issue.type === "min_length"
                    ? "errors:issue.short"
                    : "errors:issue.long"
                  : "errors:issue.limit",
            };
          }),
        );
      return c.json(await searchUsers(deps, signedIn, query.output.q, query.output.limit));
    },
  ],
});

addPushSubscriptions(usersApi);
addFollows(usersApi);
addUserManagement(usersApi);
