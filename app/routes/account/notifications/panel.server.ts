import { AppError } from "~/lib/errors";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { PageContext } from "~/lib/pages/page-context";
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

/** What the bell's panel shows, for its script. With `since`, ISO 8601: what a socket that was away has missed. */
export async function notificationsPanel(context: PageContext, params: URLSearchParams) {
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

/** Reads or deletes for the panel, which stays where it is. @returns how many are unread now */
export async function answerPanel({ deps, signedIn }: PageContext, request: Request): Promise<{ unread: number }> {
  const form = await readForm(request);
  const id = fieldOf(form, "notification");
  // What is gone already is no failure: it is not there, as was asked.
  const unlessGone = (error: unknown) => {
    if (!(error instanceof AppError && error.code === "not-found")) throw error;
  };
  switch (form.get("intent")) {
    case "read":
      await readNotification(deps, signedIn, id).catch(unlessGone);
      break;
    case "read-all":
      await readAllNotifications(deps, signedIn);
      break;
    case "delete":
      await deleteNotification(deps, signedIn, id).catch(unlessGone);
      break;
    case "delete-all":
      await deleteAllNotifications(deps, signedIn);
      break;
    default:
      throw new AppError("bad-request");
  }
  return { unread: await countUnread(deps, signedIn) };
}
