import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { whenIdle } from "~/lib/pages/when-idle";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./event-change.module.css";

/**
 * "This event has changed": joins the city's room once the page is idle and listens for this event.
 */
export function EventChange({ eventId, room }: { eventId: string; room: string | null }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [isChanged, setChanged] = useState(false);

  // Asks the service worker to cache the page for offline use, also after client navigation.
  useEffect(
    () => navigator.serviceWorker?.controller?.postMessage({ seen: paths.event(eventId) }),
    [eventId],
  );

  useEffect(() => {
    setChanged(false);
    if (!room) return;
    let close = () => {};
    let left = false;
    const cancel = whenIdle(async () => {
      const { listenToCity } = await import("~/lib/realtime/city-room");
      if (!left) close = listenToCity(room, (id) => id === eventId && setChanged(true));
    });
    return () => {
      left = true;
      cancel();
      close();
    };
  }, [eventId, room]);

  return (
    <div role="status">
      {isChanged && (
        <p className={classes.notice}>
          <Icon name="refresh" />
          {t("pages:event.changed")}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setChanged(false);
              revalidate();
            }}
          >
            {t("events:list.refresh")}
          </Button>
        </p>
      )}
    </div>
  );
}
