import type { ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
import classes from "./badge.module.css";
import { Icon } from "./icon";

interface BadgeProps {
  tone?: "plain" | "primary" | "info" | "good" | "waiting" | "bad";
  icon?: IconName | undefined;
  children: ReactNode;
}

/** Text on a tinted ground with an icon, because colour alone is not accessible. */
export function Badge({ tone = "plain", icon, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}
