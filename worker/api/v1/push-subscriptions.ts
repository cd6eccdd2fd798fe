import type { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import {
  listPushSubscriptions,
  PushSubscriptionInput,
  PushSubscriptionJson,
  subscribeToPush,
  unsubscribeFromPush,
} from "../../../app/modules/notifications/push/subscriptions.server";
import type { AppEnv } from "../../context";
import { PUSH_SUBSCRIPTION_EXAMPLE, PUSH_SUBSCRIPTION_INPUT_EXAMPLE } from "./examples";
import { operation, PathId } from "./operation";
import { resource } from "./resource";

const SubscriptionPath = v.object({ id: PathId });

/** Adds /users/me/push-subscriptions: the caller's browsers that receive pushes. */
export function addPushSubscriptions(users: Hono<AppEnv>): void {
  resource(users, "/me/push-subscriptions", {
    GET: operation({
      operationId: "listPushSubscriptions",
      budget: ["reads", "list"],
      tag: "notifications",
      needs: "account:manage",
      answer: {
        schema: listJson("PushSubscriptionList", PushSubscriptionJson),
        example: { items: [PUSH_SUBSCRIPTION_EXAMPLE], nextCursor: null, hasMore: false },
      },
      run: async ({ deps, actor }) => wholeList(await listPushSubscriptions(deps, actor)),
    }),
    POST: operation({
      operationId: "subscribeToPush",
      budget: ["reads", "write"],
      tag: "notifications",
      needs: "access:make",
      body: {
        name: "PushSubscriptionInput",
        schema: PushSubscriptionInput,
        example: PUSH_SUBSCRIPTION_INPUT_EXAMPLE,
      },
      answer: { status: 201, schema: PushSubscriptionJson, example: PUSH_SUBSCRIPTION_EXAMPLE },
      failures: [409],
      run: ({ deps, locale, actor, body }) =>
        subscribeToPush(deps, actor, body, actor.preferredLanguage ?? locale),
    }),
  });

  resource(users, "/me/push-subscriptions/:id", {
    DELETE: operation({
      operationId: "unsubscribeFromPush",
      budget: ["reads", "write"],
      tag: "notifications",
      needs: "account:manage",
      path: SubscriptionPath,
      answer: { status: 204 },
      failures: [404],
      run: async ({ deps, actor, params }) => {
        const id = params.id.toLowerCase();
        if (!v.is(SubscriptionPath, { id })) throw new AppError("not-found");
        await unsubscribeFromPush(deps, actor, id);
      },
    }),
  });
}
