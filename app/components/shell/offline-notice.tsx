import { useSyncExternalStore } from "react";
import { useText } from "../../ui/text";
import classes from "./offline-notice.module.css";

function subscribe(onChange: () => void): () => void {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Id of the element below the header that shows connection notices. */
export const CONNECTION_PLACE = "connection";

/** Whether the browser is online. Always true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Inlined "wifi-off" icon of Tabler, because the sprite may be unreachable offline. */
export function OfflineIcon() {
  return (
    <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 18l.01 0M9.172 15.172a4 4 0 0 1 5.656 0M6.343 12.343a7.963 7.963 0 0 1 3.864 -2.14m4.163 .155a7.965 7.965 0 0 1 3.287 2M3.515 9.515a12 12 0 0 1 3.544 -2.455m3.101 -.92a12 12 0 0 1 10.325 3.374M3 3l18 18" />
    </svg>
  );
}

/** Notice below the header while offline (look.md "States"). */
export function OfflineNotice() {
  const { t } = useText();
  const online = useOnline();
  return (
    <div id={CONNECTION_PLACE} className={classes.place} role="status">
      {!online && (
        <p className={classes.notice}>
          <OfflineIcon />
          {t("common:offline")}
        </p>
      )}
    </div>
  );
}
