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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { describe } from "./describe";
import { PUSH_SUBSCRIPTION_EXAMPLE, PUSH_SUBSCRIPTION_INPUT_EXAMPLE } from "./examples";
import { readBody } from "./read-body";
import { resource } from "./resource";

const SubscriptionPath = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** Adds /users/me/push-subscriptions: the caller's browsers that receive pushes. */
export function addPushSubscriptions(users: Hono<AppEnv>): void {
  resource(users, "/me/push-subscriptions", {
    GET: [
      budgeted("reads", "list"),
      needs("account:manage"),
      describe({
        operationId: "listPushSubscriptions",
        tag: "notifications",
        needs: "account:manage",
        answer: {
          schema: listJson("PushSubscriptionList", PushSubscriptionJson),
          example: { items: [PUSH_SUBSCRIPTION_EXAMPLE], nextCursor: null, hasMore: false },
        },
      }),
      async (c) =>
        c.json(wholeList(await listPushSubscriptions(c.var.info.deps, c.var.info.signedIn))),
    ],
    POST: [
      budgeted("reads", "write"),
      needs("access:make"),
      describe({
        operationId: "subscribeToPush",
        tag: "notifications",
        needs: "access:make",
        body: {
          name: "PushSubscriptionInput",
          schema: PushSubscriptionInput,
          example: PUSH_SUBSCRIPTION_INPUT_EXAMPLE,
        },
        answer: { status: 201, schema: PushSubscriptionJson, example: PUSH_SUBSCRIPTION_EXAMPLE },
        failures: [409],
      }),
      async (c) => {
        const { deps, signedIn, locale } = c.var.info;
        const input = await readBody(c, PushSubscriptionInput);
        return c.json(
          await subscribeToPush(deps, signedIn, input, signedIn?.preferredLanguage ?? locale),
          201,
        );
      },
    ],
  });

  resource(users, "/me/push-subscriptions/:id", {
    DELETE: [
      budgeted("reads", "write"),
      needs("account:manage"),
      describe({
        operationId: "unsubscribeFromPush",
        tag: "notifications",
        needs: "account:manage",
        path: SubscriptionPath,
        answer: { status: 204 },
        failures: [404],
      }),
      async (c) => {
        const id = (c.req.param("id") ?? "").toLowerCase();
        if (!v.is(SubscriptionPath, { id })) throw new AppError("not-found");
        await unsubscribeFromPush(c.var.info.deps, c.var.info.signedIn, id);
        return c.body(null, 204);
      },
    ],
  });
}
