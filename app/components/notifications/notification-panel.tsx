import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import type { NotificationView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import type { NotificationFeed, NotificationStore } from "../../lib/realtime/notifications";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import { NotificationIcon } from "./notification-icon";
import classes from "./notification-panel.module.css";

interface NotificationItemProps {
  item: NotificationView;
  onRead: () => void;
  onDelete: () => void;
  /** Called when the notification's link is opened. */
  onLeave: () => void;
}

/** Notification in the bell's panel. Opens its link, or only marks it as read. */
function NotificationItem({ item, onRead, onDelete, onLeave }: NotificationItemProps) {
  const { t } = useText();
  const words = (
    <>
      {!item.isRead && <span className="rd-hidden">{t("notifications:unread")}: </span>}
      <span className={classes.title} dir="auto">
        {item.title}
      </span>
      <span className={classes.message} dir="auto">
        {item.message}
      </span>
      <time dateTime={item.createdAt} title={item.when}>
        {item.ago}
      </time>
    </>
  );
  return (
    <li
      className={classes.item}
      data-type={item.type}
      data-read={item.isRead || undefined}
      data-id={item.id}
    >
      <NotificationIcon type={item.type} />
      {item.opens ? (
        <Link
          className={classes.words}
          to={item.opens}
          onClick={() => {
            onRead();
            onLeave();
          }}
        >
          {words}
        </Link>
      ) : (
        <button
          type="button"
          className={classes.words}
          aria-disabled={item.isRead}
          onClick={onRead}
        >
          {words}
        </button>
      )}
      <button
        type="button"
        className={`${classes.delete} rd-square`}
        aria-label={t("notifications:panel.delete", { title: item.title })}
        onClick={onDelete}
      >
        <Icon name="x" size="s" />
      </button>
    </li>
  );
}

interface NotificationPanelProps {
  id: string;
  feed: NotificationFeed;
  store: NotificationStore;
  /** Called when a notification's link is opened. */
  onLeave: () => void;
}

/** Panel below the bell with the list of `/notifications`. */
export function NotificationPanel({ id, feed, store, onLeave }: NotificationPanelProps) {
  const { t } = useText();
  const show = useToast();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const askAll = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Next focus target after a focused button is removed: an item, or the heading if null. */
  const next = useRef<{ item: string | null } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [status, setStatus] = useState("");
  /**
   * Counts changes, so that the status is that of the latest one regardless of the order of
   * responses.
   */
  const latest = useRef(0);
  const { items, hasFailed } = feed;
  const hasItems = items !== null && items.length > 0;
  useEffect(() => panel.current?.focus(), []);
  // Runs after every render, because any of them may have removed the focused button.
  useEffect(() => {
    if (!next.current) return;
    const { item } = next.current;
    next.current = null;
    const words =
      item &&
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(item)}"] > :is(a, button)`);
    (words || heading.current)?.focus();
  });

  const change = async (done: string, ...change: Parameters<NotificationStore["change"]>) => {
    const mine = ++latest.current;
    setStatus("");
    if (!(await store.change(...change)))
      show({ kind: "error", text: t("notifications:panel.unchanged") });
    else if (mine === latest.current) setStatus(done);
  };
  const remove = (at: number) => {
    if (!items?.[at]) return;
    next.current = { item: (items[at + 1] ?? items[at - 1])?.id ?? null };
    void change(t("notifications:deleted"), "delete", items[at].id);
  };
  const removeAll = () => {
    setAsking(false);
    next.current = { item: null };
    void change(t("notifications:deletedAll"), "delete-all");
  };
  const loadMore = async () => {
    setLoading(true);
    const first = await store.loadMore();
    next.current = { item: first };
    setLoading(false);
  };

  return (
    <section
      ref={panel}
      id={id}
      className={`${classes.panel} rd-popup`}
      role="dialog"
      aria-label={t("notifications:title")}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t("notifications:title")}
        </h2>
        {hasItems && (
          <p>
            <button
              type="button"
              className={classes.plain}
              aria-disabled={feed.unread === 0}
              onClick={() => feed.unread > 0 && change(t("notifications:markedAll"), "read-all")}
            >
              {t("notifications:markAll")}
            </button>
            <button
              ref={askAll}
              type="button"
              className={classes.plain}
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              {t("notifications:deleteAll")}
            </button>
          </p>
        )}
      </header>
      <p className="rd-hidden" role="status">
        {status}
      </p>
      {isAsking && hasItems && (
        <div className={classes.asking} role="alert">
          <p>{t("notifications:confirmAll")}</p>
          <Button size="compact-sm" color="red" onClick={removeAll}>
            {t("notifications:deleteAll")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setAsking(false);
              askAll.current?.focus();
            }}
          >
            {t("notifications:keep")}
          </Button>
        </div>
      )}
      <div className={classes.scroller}>
        {hasItems ? (
          <ul ref={list}>
            {items.map((item, at) => (
              <NotificationItem
                key={item.id}
                item={item}
                onRead={() => !item.isRead && change("", "read", item.id)}
                onDelete={() => remove(at)}
                onLeave={onLeave}
              />
            ))}
          </ul>
        ) : hasFailed ? null : items && !feed.hasMore ? (
          <p className={classes.note}>{t("notifications:emptyText")}</p>
        ) : (
          <p className={classes.note} role="status">
            {t("common:loading")}
          </p>
        )}
        {hasFailed && (
          <div className={classes.note} role="alert">
            <p>{t("notifications:panel.failed")}</p>
            <Button size="compact-sm" variant="default" onClick={hasItems ? loadMore : store.load}>
              {t("common:tryAgain")}
            </Button>
          </div>
        )}
        {!hasFailed && feed.hasMore && hasItems && (
          <p className={classes.more}>
            <Button size="compact-sm" variant="default" loading={isLoading} onClick={loadMore}>
              {t("notifications:panel.more")}
            </Button>
          </p>
        )}
      </div>
      <footer className={classes.foot}>
        <Link className="rd-link" to={paths.notifications()} onClick={onLeave}>
          {t("notifications:panel.all")}
        </Link>
      </footer>
    </section>
  );
}
