import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { notificationJson } from "../../../app/modules/notifications/notify-rooms.server";
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
import { needs } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { actorOf } from "./actor-of";
import { describe } from "./describe";
import { NOTIFICATION_EXAMPLE } from "./examples";
import { resource } from "./resource";

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
const NotificationPath = v.object({ id: v.pipe(v.string(), v.uuid()) });

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

/** @throws AppError("not-found") for an invalid id */
function idIn(c: Context<AppEnv>): string {
  const id = (c.req.param("id") ?? "").toLowerCase();
  if (!v.is(NotificationPath, { id })) throw new AppError("not-found");
  return id;
}

resource(notificationsApi, "/", {
  GET: [
    budgeted("reads", "list"),
    needs("account:manage"),
    describe({
      operationId: "listNotifications",
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
    }),
    async (c) => {
      const query = v.safeParse(ListParameters, c.req.query());
      if (!query.success)
        throw new AppError(
          "bad-request",
          query.issues.map((issue) => ({
            path: v.getDotPath(issue) ?? "",
            message: issue.message,
          })),
        );
      const { page, pageSize, read, since } = query.output;
      const { deps, locale } = c.var.info;
      const isRead = read === undefined ? null : read === "true";
      const { items, total, hasMore } = await listNotifications(deps, actorOf(c), {
        page,
        pageSize,
        isRead,
        ...(since === undefined ? null : { since: Date.parse(since) }),
      });
      return c.json({
        items: items.map((row) => notificationJson(row, locale)),
        total,
        page,
        pageSize,
        hasMore,
      });
    },
  ],
  DELETE: [
    budgeted("reads", "write"),
    needs("account:manage"),
    describe({
      operationId: "deleteNotifications",
      tag: "notifications",
      needs: "account:manage",
      answer: { status: 204 },
    }),
    async (c) => {
      await deleteAllNotifications(c.var.info.deps, actorOf(c));
      return c.body(null, 204);
    },
  ],
});

resource(notificationsApi, "/unread", {
  GET: [
    budgeted("reads", "item"),
    needs("account:manage"),
    describe({
      operationId: "countUnreadNotifications",
      tag: "notifications",
      needs: "account:manage",
      answer: { schema: UnreadJson, example: { unreadCount: 3 } },
    }),
    async (c) => c.json({ unreadCount: await countUnread(c.var.info.deps, actorOf(c)) }),
  ],
});

resource(notificationsApi, "/read-all", {
  PATCH: [
    budgeted("reads", "write"),
    needs("account:manage"),
    describe({
      operationId: "readAllNotifications",
      tag: "notifications",
      needs: "account:manage",
      answer: { schema: UnreadJson, example: { unreadCount: 0 } },
    }),
    async (c) => {
      await readAllNotifications(c.var.info.deps, actorOf(c));
      return c.json({ unreadCount: 0 });
    },
  ],
});

resource(notificationsApi, "/:id/read", {
  PATCH: [
    budgeted("reads", "write"),
    needs("account:manage"),
    describe({
      operationId: "readNotification",
      tag: "notifications",
      needs: "account:manage",
      path: NotificationPath,
      answer: { schema: NotificationJson, example: { ...NOTIFICATION_EXAMPLE, read: true } },
      failures: [404],
    }),
    async (c) => {
      const { deps, locale } = c.var.info;
      return c.json(notificationJson(await readNotification(deps, actorOf(c), idIn(c)), locale));
    },
  ],
});

resource(notificationsApi, "/:id", {
  DELETE: [
    budgeted("reads", "write"),
    needs("account:manage"),
    describe({
      operationId: "deleteNotification",
      tag: "notifications",
      needs: "account:manage",
      path: NotificationPath,
      answer: { status: 204 },
      failures: [404],
    }),
    async (c) => {
      await deleteNotification(c.var.info.deps, actorOf(c), idIn(c));
      return c.body(null, 204);
    },
  ],
});
