import type { ReactNode } from "react";
import classes from "./badge.module.css";

interface BadgeProps {
  tone?: "plain" | "primary" | "info" | "good" | "waiting" | "bad";
  children: ReactNode;
}

/** A word on a soft ground, behind an icon: a colour never speaks alone. */
export function Badge({ tone = "plain", children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
