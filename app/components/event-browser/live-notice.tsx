import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/pages/when-idle";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./browse-results.module.css";

/**
 * Announces new and changed events ("3 events are new or changed"). Joins the city's room once the
 * page is idle.
 */
export function LiveNotice({ city }: { city: string | null }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    setChanged(new Set());
    if (!city) return;
    let close = () => {};
    let left = false;
    const cancel = whenIdle(async () => {
      const { listenToCity } = await import("../../lib/realtime/city-room");
      if (!left)
        close = listenToCity(city, (eventId) => setChanged((known) => new Set(known).add(eventId)));
    });
    return () => {
      left = true;
      cancel();
      close();
    };
  }, [city]);

  return (
    <div role="status">
      {changed.size > 0 && (
        <p className={classes.notice}>
          <Icon name="refresh" />
          {t("events:list.changed", { count: changed.size })}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setChanged(new Set());
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
