import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../../ui/text";
import classes from "./progress-line.module.css";

/** Delay before the loading text is shown, ms. The line itself appears after a fifth of it. */
const SLOW = 1_000;

/**
 * Progress line below the header during navigation, with a text after a while (look.md "States").
 */
export function ProgressLine() {
  const { t } = useText();
  const busy = useNavigation().state !== "idle";
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <div className={classes.line} data-busy={busy || undefined}>
      <span className="rd-hidden" role="status">
        {slow ? t("common:loading") : ""}
      </span>
    </div>
  );
}
