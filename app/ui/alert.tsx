import { forwardRef, type ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
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
  /** Icon name, instead of the tone's default. */
  icon?: IconName;
  /** Live region: `alert` interrupts screen readers, `status` waits. */
  live?: "alert" | "status";
  /** Content at the end, such as a small button. */
  action?: ReactNode;
  /** Whether scripts may focus it. */
  isFocusable?: boolean;
  children?: ReactNode;
}

/** Message within the page: icon, text and an optional action. */
export const Alert = forwardRef<HTMLDivElement, AlertProps>(function Alert(
  { tone = "info", title, icon, live, action, isFocusable, children },
  ref,
) {
  return (
    <div
      ref={ref}
      className={classes.alert}
      data-tone={tone}
      role={live}
      tabIndex={isFocusable ? -1 : undefined}
    >
      <Icon name={icon ?? ICONS[tone].icon} />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
      {action && <div className={`${classes.action} rd-row`}>{action}</div>}
    </div>
  );
});
