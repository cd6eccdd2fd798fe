import { useId, useState } from "react";
import { Icon } from "./icon";
import classes from "./tooltip.module.css";

/** Term with an explanation on hover and focus. Escape hides it (WCAG 1.4.13). */
export function Tooltip({ label, children }: { label: string; children: string }) {
  const id = useId();
  const [away, setAway] = useState(false);
  return (
    <span className={classes.hint} data-away={away || undefined}>
      <button
        type="button"
        aria-describedby={id}
        onKeyDown={(event) => event.key === "Escape" && setAway(true)}
        onBlur={() => setAway(false)}
        onMouseEnter={() => setAway(false)}
      >
        {label}
        <Icon name="help-circle" size="s" />
      </button>
      <span role="tooltip" id={id} className={classes.tip}>
        {children}
      </span>
    </span>
  );
}
