import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { NotificationIcon } from "~/components/notifications/notification-icon";
import type { NotificationView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { NOTIFICATIONS_EVENT } from "~/lib/realtime/notifications-event";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import chosen from "~/ui/chosen.module.css";
import { Empty } from "~/ui/empty";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./notifications.module.css";
import type { notificationsLoader } from "./notifications.server";

type NotificationsView = Awaited<ReturnType<typeof notificationsLoader>>;

/** Page `/notifications`, which works by native forms. */
export function Notifications({ page }: { page: NotificationsView }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    addEventListener(NOTIFICATIONS_EVENT, revalidate);
    return () => removeEventListener(NOTIFICATIONS_EVENT, revalidate);
  }, [revalidate]);
  const { items } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /**
   * Notification whose button is about to disappear. The focus moves to the next one, else to the
   * heading.
   */
  const left = useRef<{ id: string; next: string | undefined } | null>(null);
  useEffect(() => {
    if (!left.current) return;
    const { id, next } = left.current;
    if (items.some((item) => item.id === id && !item.isRead)) return;
    left.current = null;
    // The reader has moved the focus meanwhile.
    if (document.activeElement && document.activeElement !== document.body) return;
    const item =
      next && list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`);
    (item || heading.current)?.focus();
  }, [items]);
  return (
    <main id="main">
      <header className={classes.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t("notifications:title")}
          </h1>
          <p>{t("notifications:lead")}</p>
        </div>
        {!page.isEmpty && (
          <Form method="post" className={classes.all}>
            <Button intent="read-all" variant="default" size="sm">
              {t("notifications:markAll")}
            </Button>
            <Link className="rd-link" to={paths.notifications({ delete: "all" })}>
              {t("notifications:deleteAll")}
            </Link>
          </Form>
        )}
      </header>
      <nav className={classes.filters} aria-label={t("notifications:filter.label")}>
        {page.filters.map(({ name, href }) => (
          <Link
            key={href}
            className={chosen.chosen}
            to={href}
            aria-current={name === page.show ? "page" : undefined}
          >
            {t(`notifications:filter.${name ?? "all"}`)}
          </Link>
        ))}
      </nav>
      {page.isAsking && !page.isEmpty && (
        <Form method="post" className={classes.asking}>
          <p>{t("notifications:confirmAll")}</p>
          <Button intent="delete-all" color="red" size="sm">
            {t("notifications:deleteAll")}
          </Button>
          <Link className="rd-link" to={paths.notifications()}>
            {t("notifications:keep")}
          </Link>
        </Form>
      )}
      {page.isEmpty ? (
        <Empty
          icon="bell"
          title={t(page.show ? "notifications:filter.none" : "notifications:empty")}
          text={!page.show && t("notifications:emptyText")}
        />
      ) : (
        <ul ref={list} className={classes.list}>
          {items.map((item, at) => (
            <Item
              key={item.id}
              item={item}
              onLeave={() => {
                left.current = { id: item.id, next: (items[at + 1] ?? items[at - 1])?.id };
              }}
            />
          ))}
        </ul>
      )}
      {(page.newest || page.older) && (
        <nav className={classes.pages} aria-label={t("notifications:pages")}>
          {page.newest && (
            <Link className="rd-link" to={page.newest}>
              {t("notifications:newest")}
            </Link>
          )}
          {page.older && (
            <Link className="rd-link" to={page.older}>
              {t("notifications:older")}
            </Link>
          )}
        </nav>
      )}
    </main>
  );
}

interface ItemProps {
  item: NotificationView;
  /** Called when the notification is marked as read or deleted. */
  onLeave: () => void;
}

function Item({ item, onLeave }: ItemProps) {
  const { t } = useText();
  return (
    <li
      className={classes.item}
      data-type={item.type}
      data-read={item.isRead || undefined}
      data-id={item.id}
      tabIndex={-1}
    >
      <NotificationIcon type={item.type} />
      <div>
        <h2 dir="auto">{item.title}</h2>
        <p dir="auto">{item.message}</p>
        <p className={classes.meta}>
          {!item.isRead && <Badge tone="primary">{t("notifications:unread")}</Badge>}
          <time dateTime={item.createdAt} title={item.when}>
            {item.ago}
          </time>
        </p>
      </div>
      <Form method="post" className={classes.actions}>
        <input type="hidden" name="notification" value={item.id} />
        {item.opens && (
          <Button intent="open" variant="default" size="sm">
            {t("notifications:open")}
            <span className="rd-hidden" dir="auto">
              {item.title}
            </span>
          </Button>
        )}
        {!item.isRead && (
          <Button intent="read" variant="subtle" size="sm" onClick={onLeave}>
            {t("notifications:markRead")}
          </Button>
        )}
        <Button intent="delete" variant="subtle" color="red" size="sm" onClick={onLeave}>
          {t("notifications:delete")}
        </Button>
      </Form>
    </li>
  );
}
