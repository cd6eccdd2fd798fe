import { forwardRef, type ReactNode } from "react";
import classes from "./alert.module.css";
import { Icon } from "./icon";

const ICONS = {
  info: { icon: "info-circle" },
  good: { icon: "circle-check" },
  waiting: { icon: "alert-triangle" },
  bad: { icon: "alert-circle" },
} as const;

interface AlertProps {
  tone?: keyof typeof ICONS;
  title?: string;
  /** Another icon than the tone's. */
  icon?: string;
  /** Read out as it appears: an alert at once, a status when there is a pause. */
  live?: "alert" | "status";
  /** At its end, such as a small button. */
  action?: ReactNode;
  /** A script may give it the focus. */
  isFocusable?: boolean;
  children?: ReactNode;
}

/** A message that stays on the page: an icon, words and perhaps one thing to do. */
export const Alert = forwardRef<HTMLDivElement, AlertProps>(function Alert(
  { tone = "info", title, icon, live, action, isFocusable, children },
  ref,
) {
  return (
    <div ref={ref} className={classes.alert} data-tone={tone} role={live} tabIndex={isFocusable ? -1 : undefined}>
      <Icon name={icon ?? ICONS[tone].icon} />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
});
