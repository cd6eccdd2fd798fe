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
import {
  FOUND_USER_EXAMPLE,
  PROFILE_UPDATE_EXAMPLE,
  QUOTA_EXAMPLE,
  USER_EXAMPLE,
} from "./examples";
import { addFollows } from "./follows";
import { addUserManagement } from "./manage-users";
import { addPushSubscriptions } from "./notifications";
import { operation } from "./operation";
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
    GET: operation({
      operationId,
      budget: ["reads", "item"],
      tag: "users",
      needs: "account:manage",
      answer: { schema: UserJson, example: USER_EXAMPLE },
      run: async ({ deps, actor }) => userJson(await getUserOrThrow(deps, actor.id)),
    }),
    ...(path === "/profile"
      ? {
          PUT: operation({
            operationId: "updateProfile",
            budget: ["reads", "write"],
            tag: "users",
            needs: "account:manage",
            body: {
              name: "ProfileUpdate",
              schema: ProfileUpdate,
              example: PROFILE_UPDATE_EXAMPLE,
            },
            ifMatch: "answer",
            answer: { schema: UserJson, example: USER_EXAMPLE },
            fixed: ["id", "email", "emailVerified", "role", "isActive", "trustScore", "tier"],
            run: async ({ deps, actor, body }) => {
              return userJson(await updateProfile(deps, actor, body));
            },
          }),
        }
      : null),
  });

const QuotaJson = v.pipe(
  v.object({ usedBytes: v.number(), quotaBytes: v.number() }),
  v.metadata({ ref: "StorageQuota" }),
);

resource(usersApi, "/:id/storage-quota", {
  GET: operation({
    operationId: "getStorageQuota",
    budget: ["reads", "item"],
    tag: "users",
    needs: "account:manage",
    path: v.object({ id: v.string() }),
    answer: { schema: QuotaJson, example: QUOTA_EXAMPLE },
    failures: [404],
    run: ({ deps, actor, params }) => storageQuota(deps, actor, params.id),
  }),
});

const SearchParameters = v.object({
  q: v.pipe(v.string(), v.minLength(2), v.maxLength(200)),
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(USER_SEARCH_MAX)),
    USER_SEARCH_LIMIT,
  ),
});

resource(usersApi, "/search/query", {
  GET: operation({
    operationId: "searchUsers",
    budget: ["reads", "list"],
    tag: "users",
    needs: "user:find",
    query: SearchParameters,
    meanings: { q: "userWords", limit: "limit" },
    answer: { schema: FoundUsersJson, example: [FOUND_USER_EXAMPLE] },
    run: async ({ c, deps, actor }) => {
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
      return searchUsers(deps, actor, query.output.q, query.output.limit);
    },
  }),
});

addPushSubscriptions(usersApi);
addFollows(usersApi);
addUserManagement(usersApi);
