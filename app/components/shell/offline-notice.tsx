import { useSyncExternalStore } from "react";
import { Icon } from "../icon";
import { useText } from "../text";
import classes from "./offline-notice.module.css";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser has a network; the server always has. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** A line under the header while there is no network; the page stays as it is (look.md "States"). */
export function OfflineNotice() {
  const { t } = useText();
  const online = useOnline();
  return (
    <div className={classes.place} role="status">
      {!online && (
        <p className={classes.notice}>
          <Icon name="wifi-off" />
          {t("common:offline")}
        </p>
      )}
    </div>
  );
}
