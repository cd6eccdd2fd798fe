import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { listJson, wholeList } from "../../../app/lib/text/list-json";
import { notificationJson } from "../../../app/modules/notifications/notification-statements.server";
import {
  listPushSubscriptions,
  PushSubscriptionInput,
  PushSubscriptionJson,
  subscribeToPush,
  unsubscribeFromPush,
} from "../../../app/modules/notifications/push/subscriptions.server";
import {
  countUnread,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "../../../app/modules/notifications/queries.server";
import { Notification } from "../../../party/protocol";
import type { AppEnv } from "../../context";
import {
  NOTIFICATION_EXAMPLE,
  PUSH_SUBSCRIPTION_EXAMPLE,
  PUSH_SUBSCRIPTION_INPUT_EXAMPLE,
} from "./examples";
import { operation, PathId } from "./operation";
import { readParameters } from "./read-body";
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

/** The caller's own notifications (product.md §7). Staff cannot read those of others. */
export const notificationsApi = new Hono<AppEnv>();

const PAGE_SIZE = 20;
const MAX_PER_PAGE = 100;

const NotificationJson = v.pipe(Notification, v.metadata({ ref: "Notification" }));
const NotificationListJson = v.pipe(
  v.object({
    items: v.array(NotificationJson),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
    hasMore: v.boolean(),
  }),
  v.metadata({ ref: "NotificationList" }),
);
const UnreadJson = v.pipe(
  v.object({ unreadCount: v.number() }),
  v.metadata({ ref: "UnreadCount" }),
);
const NotificationPath = v.object({ id: PathId });

const numberOf = (most: number, issue: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, issue),
    v.transform(Number),
    v.minValue(1, issue),
    v.maxValue(most, issue),
  );
const ListParameters = v.object({
  page: v.optional(numberOf(10_000, "errors:issue.page"), "1"),
  pageSize: v.optional(numberOf(MAX_PER_PAGE, "errors:issue.limit"), String(PAGE_SIZE)),
  read: v.optional(v.picklist(["true", "false"], "errors:issue.value")),
  since: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp("errors:issue.instant"),
      v.check((text) => !Number.isNaN(Date.parse(text)), "errors:issue.instant"),
    ),
  ),
});

resource(notificationsApi, "/", {
  GET: operation({
    operationId: "listNotifications",
    budget: ["reads", "list"],
    tag: "notifications",
    needs: "account:manage",
    query: ListParameters,
    answer: {
      schema: NotificationListJson,
      example: {
        items: [NOTIFICATION_EXAMPLE],
        total: 1,
        page: 1,
        pageSize: PAGE_SIZE,
        hasMore: false,
      },
    },
    run: async ({ c, deps, locale, actor }) => {
      const { page, pageSize, read, since } = readParameters(c, ListParameters);
      const isRead = read === undefined ? null : read === "true";
      const { items, total, hasMore } = await listNotifications(deps, actor, {
        page,
        pageSize,
        isRead,
        ...(since === undefined ? null : { since: Date.parse(since) }),
      });
      return {
        items: items.map((row) => notificationJson(row, locale)),
        total,
        page,
        pageSize,
        hasMore,
      };
    },
  }),
  DELETE: operation({
    operationId: "deleteNotifications",
    budget: ["reads", "write"],
    tag: "notifications",
    needs: "account:manage",
    ifMatch: "answer",
    answer: { status: 204 },
    run: ({ deps, actor }) => deleteAllNotifications(deps, actor),
  }),
});

resource(notificationsApi, "/unread", {
  GET: operation({
    operationId: "countUnreadNotifications",
    budget: ["reads", "item"],
    tag: "notifications",
    needs: "account:manage",
    answer: { schema: UnreadJson, example: { unreadCount: 3 } },
    run: async ({ deps, actor }) => ({ unreadCount: await countUnread(deps, actor) }),
  }),
});

resource(notificationsApi, "/read-all", {
  PATCH: operation({
    operationId: "readAllNotifications",
    budget: ["reads", "write"],
    tag: "notifications",
    needs: "account:manage",
    answer: { schema: UnreadJson, example: { unreadCount: 0 } },
    run: async ({ deps, actor }) => {
      await readAllNotifications(deps, actor);
      return { unreadCount: 0 };
    },
  }),
});

resource(notificationsApi, "/:id/read", {
  PATCH: operation({
    operationId: "readNotification",
    budget: ["reads", "write"],
    tag: "notifications",
    needs: "account:manage",
    path: NotificationPath,
    answer: { schema: NotificationJson, example: { ...NOTIFICATION_EXAMPLE, read: true } },
    failures: [404],
    run: async ({ deps, locale, actor, params }) =>
      notificationJson(await readNotification(deps, actor, params.id), locale),
  }),
});

resource(notificationsApi, "/:id", {
  DELETE: operation({
    operationId: "deleteNotification",
    budget: ["reads", "write"],
    tag: "notifications",
    needs: "account:manage",
    path: NotificationPath,
    answer: { status: 204 },
    failures: [404],
    run: ({ deps, actor, params }) => deleteNotification(deps, actor, params.id),
  }),
});
