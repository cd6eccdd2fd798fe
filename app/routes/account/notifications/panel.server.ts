import { AppError, orNull } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import {
  countUnread,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from "~/modules/notifications/queries.server";
import { presentNotification } from "./notifications.server";

const PAGE_SIZE = 10;

/**
 * Data of the bell's panel. `since` (ISO 8601) limits it to notifications missed while
 * disconnected.
 */
export async function notificationsPanel(context: RequestContext, params: URLSearchParams) {
  const { deps, signedIn } = context;
  const page = Math.min(Math.max(Math.trunc(Number(params.get("page"))) || 1, 1), 10_000);
  const since = Date.parse(params.get("since") ?? "");
  const { items, hasMore, unread } = await listNotifications(deps, signedIn, {
    page,
    pageSize: PAGE_SIZE,
    isRead: null,
    ...(Number.isNaN(since) ? null : { since }),
  });
  return { items: items.map((item) => presentNotification(item, context)), hasMore, unread };
}

/**
 * Marks notifications as read or deletes them, without a redirect. @returns the new unread count
 */
export async function panelAction(
  { deps, signedIn }: RequestContext,
  request: Request,
): Promise<{ unread: number }> {
  const form = await readForm(request);
  const id = fieldOf(form, "notification");
  // Ignores notifications already deleted.
  switch (form.get("intent")) {
    case "read":
      await orNull(readNotification(deps, signedIn, id));
      break;
    case "read-all":
      await readAllNotifications(deps, signedIn);
      break;
    case "delete":
      await orNull(deleteNotification(deps, signedIn, id));
      break;
    case "delete-all":
      await deleteAllNotifications(deps, signedIn);
      break;
    default:
      throw new AppError("bad-request");
  }
  return { unread: await countUnread(deps, signedIn) };
}
