import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { storeInput } from "../../lib/pages/unsaved-input";
import { paths } from "../../lib/paths";
import type { ConnectionBannerKind as Banner } from "../../lib/realtime/connection";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { CONNECTION_PLACE, useOnline } from "../shell/offline-notice";
import classes from "./connection-banner.module.css";

/** Delay before a lost connection is shown, ms. */
const PATIENCE = 2_000;

interface ConnectionBannerProps {
  banner: Banner | null;
  /** Missed notifications are being fetched. */
  isUpdating: boolean;
  onRetry: () => void;
}

/**
 * Shows that live notifications are interrupted. Hidden while offline, which has its own notice.
 */
export function ConnectionBanner({ banner, isUpdating, onRetry }: ConnectionBannerProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const online = useOnline();
  const [isDue, setDue] = useState(false);
  const isAway = banner === "disconnected";
  useEffect(() => {
    setDue(false);
    if (!isAway) return;
    const timer = setTimeout(() => setDue(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isAway]);
  const place = document.getElementById(CONNECTION_PLACE);
  if (!place || !online) return null;
  const shown = isUpdating ? "updating" : isAway && !isDue ? null : banner;
  if (!shown) return null;
  return createPortal(
    <p className={classes.banner} data-kind={shown}>
      <Icon name={shown === "updating" ? "refresh" : "plug-connected-x"} />
      {t(`notifications:banner.${shown}`)}
      {shown === "error" && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t("notifications:banner.retry")}
        </Button>
      )}
      {shown === "ended" && (
        <a
          className="rd-link"
          href={paths.login(pathname + search, true)}
          onClick={() => storeInput([...document.forms], { isLost: true })}
        >
          {t("common:account.logIn")}
        </a>
      )}
    </p>,
    place,
  );
}
