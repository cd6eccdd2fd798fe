import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError, orNull } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { NotificationView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { lookUpSearchesOf } from "~/modules/notifications/digests/look-up-searches.server";
import { notificationText } from "~/modules/notifications/prepare-notifications.server";
import {
  countUnread,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  type NotificationRow,
  readAllNotifications,
  readNotification,
} from "~/modules/notifications/queries.server";

const PAGE_SIZE = 20;

const SHOWN = ["unread", "read"] as const;

/** Notification for the page and the bell's panel, localized. */
function presentNotification(item: NotificationRow, context: RequestContext): NotificationView {
  const { deps, locale } = context;
  const zone = context.timeZone ?? USUAL_ZONE;
  return {
    id: item.id,
    type: item.type,
    ...notificationText(item, context),
    isRead: item.readAt !== null,
    opens: item.actionPath,
    createdAt: new Date(item.createdAt).toISOString(),
    ago: formatAgo(item.createdAt, deps.clock.now(), context, zone),
    when: `${formatDate(item.createdAt, zone, context)} · ${formatTime(item.createdAt, zone, locale)}`,
  };
}

/** Filter and page of the query string. */
const partOf = (params: URLSearchParams) => ({
  show: SHOWN.find((name) => name === params.get("show")) ?? null,
  page: Math.min(Math.max(Math.trunc(Number(params.get("page"))) || 1, 1), 10_000),
});

/** Data of `/notifications`: the reader's notifications, unread ones first (decisions.md §1). */
export async function notificationsLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const { show, page: asked } = partOf(params);
  if (signedIn) await lookUpSearchesOf(deps, JSON.stringify([signedIn.id]));
  const list = (page: number) =>
    listNotifications(deps, signedIn, {
      page,
      pageSize: PAGE_SIZE,
      isRead: show && show === "read",
    });
  const found = await list(asked);
  // After the last item of the last page is deleted, shows the page before.
  const page = Math.min(asked, Math.max(Math.ceil(found.total / PAGE_SIZE), 1));
  const { items, total, hasMore } = page === asked ? found : await list(page);
  return {
    head: pageHead({ origin, locale, seo }, paths.notifications(), {
      title: t("notifications:title"),
      description: t("notifications:lead"),
      noindex: true,
    }),
    items: items.map((item) => presentNotification(item, context)),
    show,
    filters: [null, ...SHOWN].map((name) => ({ name, href: paths.notifications({ show: name }) })),
    isEmpty: total === 0,
    isAsking: params.get("delete") === "all",
    newest: page > 1 ? paths.notifications({ show }) : null,
    older: hasMore ? paths.notifications({ show, page: page + 1 }) : null,
  };
}

/** Opens, marks as read or deletes notifications. Ignores those already deleted. */
export async function notificationsAction({ deps, signedIn }: RequestContext, request: Request) {
  const form = await readForm(request);
  const id = fieldOf(form, "notification");
  const { show, page } = partOf(new URL(request.url).searchParams);
  const back = paths.notifications({ show, page: page > 1 ? page : null });
  const done = (text: "notifications:markedAll" | "notifications:deleted") =>
    redirectWithToast(request, back, { kind: "success", text });
  switch (form.get("intent")) {
    case "open": {
      const { actionPath } = await readNotification(deps, signedIn, id);
      return redirect(inLanguageOf(request, actionPath ?? back), 303);
    }
    case "read":
      await readNotification(deps, signedIn, id);
      return redirect(inLanguageOf(request, back), 303);
    case "read-all":
      await readAllNotifications(deps, signedIn);
      return done("notifications:markedAll");
    case "delete":
      await orNull(deleteNotification(deps, signedIn, id));
      return done("notifications:deleted");
    case "delete-all":
      await deleteAllNotifications(deps, signedIn);
      return redirectWithToast(request, paths.notifications(), {
        kind: "success",
        text: "notifications:deletedAll",
      });
    default:
      throw new AppError("bad-request");
  }
}

const PANEL_SIZE = 10;

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
    pageSize: PANEL_SIZE,
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
