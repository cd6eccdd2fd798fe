import type { NotificationView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
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
export function NotificationItem({ item, onRead, onDelete, onLeave }: NotificationItemProps) {
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
