import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import type { ViewerView } from "../../lib/pages/views";
import { bannerOf, statusToast } from "../../lib/realtime/connection";
import { notificationStoreFor } from "../../lib/realtime/notifications";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import { useHistoryEntry } from "../../ui/use-history-entry";
import classes from "./bell.module.css";
import { ConnectionBanner } from "./connection-banner";
import { NotificationPanel } from "./notification-panel";
import { PushOffer } from "./push-offer";
import { useUnread } from "./use-unread";

/**
 * Bell connected to the notification room: unread count, toasts and panel. Loaded lazily, with the
 * texts of `notifications`.
 */
export default function LiveBell({ viewer }: { viewer: ViewerView }) {
  const { t } = useText();
  const show = useToast();
  const store = notificationStoreFor(viewer);
  const feed = useSyncExternalStore(store.watch, store.get, store.get);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { label, count } = useUnread(feed.unread);
  useHistoryEntry(isOpen, () => setOpen(false));
  const { showsConnectionStatus } = viewer.notifications;

  useEffect(() => store.applyServerState(viewer), [store, viewer]);

  const say = useRef({ show, t });
  useEffect(() => {
    say.current = { show, t };
  });
  useEffect(
    () =>
      store.listen((change) => {
        const { show, t } = say.current;
        if ("arrived" in change) {
          const [first, ...more] = change.arrived;
          if (!first) return;
          const { title, message } = first;
          // The message contains the event's time with its city and zone, because the room does not
          // know the reader's zone.
          const toast =
            more.length > 0
              ? { text: t("notifications:arrived", { count: change.arrived.length }) }
              : { text: title, detail: message };
          return show({ id: `news-${first.id}`, kind: "info", ...toast });
        }
        const status = statusToast(change.before, change.after, {
          age: store.age(),
          tells: showsConnectionStatus,
        });
        if (status)
          show({
            id: "connection",
            kind: status === "connected" ? "success" : "info",
            text: t(`notifications:connection.${status}`),
          });
      }),
    [store, showsConnectionStatus],
  );

  useEffect(() => {
    if (!isOpen) return;
    void store.load();
    const close = (event: KeyboardEvent | PointerEvent | FocusEvent) => {
      if (
        event instanceof KeyboardEvent
          ? event.key !== "Escape"
          : place.current?.contains(event.target as Node)
      )
        return;
      setOpen(false);
      if (event instanceof KeyboardEvent) button.current?.focus();
    };
    addEventListener("keydown", close);
    addEventListener("pointerdown", close);
    // Focus outside the panel closes it, so that it never covers the focused element.
    addEventListener("focusin", close);
    return () => {
      removeEventListener("keydown", close);
      removeEventListener("pointerdown", close);
      removeEventListener("focusin", close);
    };
  }, [isOpen, store]);

  return (
    <div ref={place} className={classes.place}>
      <button
        ref={button}
        type="button"
        className={`${classes.bell} rd-square`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-status={feed.isUpdating ? "updating" : feed.connection.status}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {count}
      </button>
      {isOpen && (
        <NotificationPanel id={id} feed={feed} store={store} onLeave={() => setOpen(false)} />
      )}
      <ConnectionBanner
        banner={bannerOf(feed.connection)}
        isUpdating={feed.isUpdating}
        onRetry={store.retry}
      />
      {viewer.notifications.pushKey && <PushOffer pushKey={viewer.notifications.pushKey} />}
    </div>
  );
}
