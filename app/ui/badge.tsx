import type { ReactNode } from "react";
import classes from "./badge.module.css";

interface BadgeProps {
  tone?: "plain" | "primary" | "info" | "good" | "waiting" | "bad";
  children: ReactNode;
}

/** Text on a tinted ground with an icon, because colour alone is not accessible. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
