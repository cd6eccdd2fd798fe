import type { Hono } from "hono";
import * as v from "valibot";
import { ROLES } from "../../../app/lib/permissions";
import {
  listUsers,
  USERS_PAGE,
  USERS_PAGE_MAX,
} from "../../../app/modules/identity/users/find-users.server";
import { UserJson, userJson } from "../../../app/modules/identity/users/queries.server";
import { removeUser } from "../../../app/modules/identity/users/remove-users.server";
import {
  changeRole,
  deactivateUser,
  RoleInput,
  reactivateUser,
  UserUpdate,
  updateUser,
} from "../../../app/modules/identity/users/user-commands.server";
import type { AppEnv } from "../../context";
import { USER_EXAMPLE, USER_UPDATE_EXAMPLE } from "./examples";
import { operation, PathId } from "./operation";
import { limitParameter, readParameters } from "./read-body";
import { resource } from "./resource";

const UserPath = v.object({ id: PathId });

/** The list's own shape (product.md §7). */
const UserListJson = v.pipe(
  v.object({ users: v.array(UserJson), lastDoc: v.nullable(v.string()), hasMore: v.boolean() }),
  v.metadata({ ref: "UserList" }),
);

const ListParameters = v.object({
  limit: limitParameter(USERS_PAGE_MAX, USERS_PAGE),
  startAfter: v.optional(v.pipe(v.string(), v.toLowerCase(), v.uuid("errors:issue.cursor"))),
  role: v.optional(v.picklist(ROLES, "errors:issue.role")),
});

const PERMISSION = "user:manage" as const;

/**
 * Adds the operations of user management (product.md §7). Registered after `/me`, which `/:id`
 * would cover.
 */
export function addUserManagement(users: Hono<AppEnv>): void {
  resource(users, "/", {
    GET: operation({
      operationId: "listUsers",
      budget: ["reads", "staff"],
      tag: "users",
      needs: PERMISSION,
      query: ListParameters,
      meanings: { limit: "limit", startAfter: "startAfter", role: "role" },
      answer: {
        schema: UserListJson,
        example: { users: [USER_EXAMPLE], lastDoc: USER_EXAMPLE.id, hasMore: false },
      },
      run: async ({ c, deps, actor }) => {
        const query = readParameters(c, ListParameters);
        const { users: found, lastDoc, hasMore } = await listUsers(deps, actor, query);
        return { users: found.map(userJson), lastDoc, hasMore };
      },
    }),
  });

  resource(users, "/:id", {
    PUT: operation({
      operationId: "updateUser",
      budget: ["reads", "staff"],
      tag: "users",
      needs: PERMISSION,
      path: UserPath,
      body: { name: "UserUpdate", schema: UserUpdate, example: USER_UPDATE_EXAMPLE },
      answer: { schema: UserJson, example: USER_EXAMPLE },
      failures: [404, 409],
      run: async ({ deps, actor, params, body }) =>
        userJson(await updateUser(deps, actor, params.id, body)),
    }),
    DELETE: operation({
      operationId: "deleteUser",
      budget: ["reads", "staff"],
      tag: "users",
      needs: PERMISSION,
      path: UserPath,
      answer: { status: 204 },
      failures: [404, 409],
      run: ({ deps, actor, params }) => removeUser(deps, actor, params.id),
    }),
  });

  resource(users, "/:id/role", {
    PATCH: operation({
      operationId: "changeRole",
      budget: ["reads", "staff"],
      tag: "users",
      needs: PERMISSION,
      path: UserPath,
      body: { name: "RoleInput", schema: RoleInput, example: { role: "moderator" } },
      answer: { schema: UserJson, example: { ...USER_EXAMPLE, role: "moderator" } },
      failures: [404, 409],
      run: async ({ deps, actor, params, body }) => {
        const { role } = body;
        return userJson(await changeRole(deps, actor, params.id, role));
      },
    }),
  });

  for (const [action, operationId, act] of [
    ["deactivate", "deactivateUser", deactivateUser],
    ["reactivate", "reactivateUser", reactivateUser],
  ] as const)
    resource(users, `/:id/${action}`, {
      POST: operation({
        operationId,
        budget: ["reads", "staff"],
        tag: "users",
        needs: PERMISSION,
        path: UserPath,
        answer: {
          schema: UserJson,
          example: { ...USER_EXAMPLE, isActive: action === "reactivate" },
        },
        failures: [404, 409],
        run: async ({ deps, actor, params }) => userJson(await act(deps, actor, params.id)),
      }),
    });
}
