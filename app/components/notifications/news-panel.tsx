import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { paths } from "../../lib/paths";
import type { News, NewsStore } from "../../lib/realtime/news";
import type { NotificationView } from "../../lib/views";
import { Icon } from "../icon";
import { Link } from "../link";
import { useText } from "../text";
import { useToast } from "../toast/toasts";
import classes from "./news-panel.module.css";
import { NotificationIcon } from "./notification-icon";

interface NewsPanelProps {
  id: string;
  news: News;
  store: NewsStore;
  /** What it leads to has been opened. */
  onLeave: () => void;
}

/** Below the bell: the same list as /notifications, without leaving the page. */
export function NewsPanel({ id, news, store, onLeave }: NewsPanelProps) {
  const { t } = useText();
  const show = useToast();
  const panel = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const { items, hasFailed } = news;
  useEffect(() => panel.current?.focus(), []);

  const change = async (...change: Parameters<NewsStore["change"]>) => {
    if (!(await store.change(...change))) show({ kind: "error", text: t("notifications:panel.unchanged") });
  };
  const loadMore = async () => {
    setLoading(true);
    await store.load(news.page + 1);
    setLoading(false);
  };

  return (
    <section ref={panel} id={id} className={classes.panel} role="dialog" aria-label={t("notifications:title")} tabIndex={-1}>
      <header className={classes.head}>
        <h2>{t("notifications:title")}</h2>
        {items && items.length > 0 && (
          <p>
            <button type="button" className={classes.plain} disabled={news.unread === 0} onClick={() => change("read-all")}>
              {t("notifications:markAll")}
            </button>
            <button type="button" className={classes.plain} onClick={() => setAsking(true)}>
              {t("notifications:deleteAll")}
            </button>
          </p>
        )}
      </header>
      {isAsking && items && items.length > 0 && (
        <div className={classes.asking} role="alert">
          <p>{t("notifications:confirmAll")}</p>
          <Button
            size="compact-sm"
            color="red"
            onClick={() => {
              setAsking(false);
              void change("delete-all");
            }}
          >
            {t("notifications:deleteAll")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
            {t("notifications:keep")}
          </Button>
        </div>
      )}
      <div className={classes.scroller}>
        {hasFailed ? (
          <div className={classes.note} role="alert">
            <p>{t("notifications:panel.failed")}</p>
            <Button size="compact-sm" variant="default" onClick={() => store.load(1)}>
              {t("common:tryAgain")}
            </Button>
          </div>
        ) : !items ? (
          <p className={classes.note} role="status">
            {t("common:loading")}
          </p>
        ) : items.length === 0 ? (
          <p className={classes.note}>{t("notifications:empty")}</p>
        ) : (
          <ul>
            {items.map((item) => (
              <Item
                key={item.id}
                item={item}
                onRead={() => !item.isRead && change("read", item.id)}
                onDelete={() => change("delete", item.id)}
                onLeave={onLeave}
              />
            ))}
          </ul>
        )}
        {!hasFailed && news.hasMore && items && (
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

interface ItemProps {
  item: NotificationView;
  onRead: () => void;
  onDelete: () => void;
  onLeave: () => void;
}

function Item({ item, onRead, onDelete, onLeave }: ItemProps) {
  const { t } = useText();
  const words = (
    <>
      <span className={classes.title} dir="auto">
        {!item.isRead && <span className="rd-hidden">{t("notifications:unread")}: </span>}
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
    <li className={classes.item} data-type={item.type} data-read={item.isRead || undefined}>
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
        <button type="button" className={classes.words} onClick={onRead}>
          {words}
        </button>
      )}
      <button
        type="button"
        className={classes.delete}
        aria-label={t("notifications:panel.delete", { title: item.title })}
        onClick={onDelete}
      >
        <Icon name="x" size="s" />
      </button>
    </li>
  );
}
