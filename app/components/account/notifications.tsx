import { Button } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { NEWS_EVENT } from "../../lib/news-event";
import { paths } from "../../lib/paths";
import type { NotificationView } from "../../lib/views";
import { Badge } from "../badge/badge";
import { Form, Link } from "../link";
import { NotificationIcon } from "../notifications/notification-icon";
import { useText } from "../text";
import classes from "./notifications.module.css";

interface NotificationsView {
  items: NotificationView[];
  isEmpty: boolean;
  /** Which of them are shown; null for all. */
  show: "unread" | "read" | null;
  filters: { name: "unread" | "read" | null; href: string }[];
  /** Whether the reader has asked to delete all, and shall confirm it. */
  isAsking: boolean;
  newest: string | null;
  older: string | null;
}

/** /notifications: a list that is read, opened and cleared by plain forms. */
export function Notifications({ page }: { page: NotificationsView }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    addEventListener(NEWS_EVENT, revalidate);
    return () => removeEventListener(NEWS_EVENT, revalidate);
  }, [revalidate]);
  return (
    <main id="main">
      <header className={classes.head}>
        <div>
          <h1>{t("notifications:title")}</h1>
          <p>{t("notifications:lead")}</p>
        </div>
        {!page.isEmpty && (
          <Form method="post" className={classes.all}>
            <Button type="submit" name="intent" value="read-all" variant="default" size="sm">
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
          <Link key={href} to={href} aria-current={name === page.show ? "page" : undefined}>
            {t(`notifications:filter.${name ?? "all"}`)}
          </Link>
        ))}
      </nav>
      {page.isAsking && !page.isEmpty && (
        <Form method="post" className={classes.asking}>
          <p>{t("notifications:confirmAll")}</p>
          <Button type="submit" name="intent" value="delete-all" color="red" size="sm">
            {t("notifications:deleteAll")}
          </Button>
          <Link className="rd-link" to={paths.notifications()}>
            {t("notifications:keep")}
          </Link>
        </Form>
      )}
      {page.isEmpty ? (
        <p className={classes.empty}>{t(page.show ? "notifications:filter.none" : "notifications:empty")}</p>
      ) : (
        <ul className={classes.list}>
          {page.items.map((item) => (
            <Item key={item.id} item={item} />
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

function Item({ item }: { item: NotificationView }) {
  const { t } = useText();
  return (
    <li className={classes.item} data-type={item.type} data-read={item.isRead || undefined}>
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
          <Button type="submit" name="intent" value="open" variant="default" size="sm">
            {t("notifications:open")}
            <span className="rd-hidden" dir="auto">
              {item.title}
            </span>
          </Button>
        )}
        {!item.isRead && (
          <Button type="submit" name="intent" value="read" variant="subtle" size="sm">
            {t("notifications:markRead")}
          </Button>
        )}
        <Button type="submit" name="intent" value="delete" variant="subtle" color="red" size="sm">
          {t("notifications:delete")}
        </Button>
      </Form>
    </li>
  );
}
