import type { ReactNode } from "react";
import classes from "./scroller.module.css";

interface ScrollerProps {
  label: string;
  /** In place of the frame of tables. */
  className?: string | undefined;
  children: ReactNode;
}

/** What may be wider or longer than its place scrolls within itself, with the keyboard too. */
export function Scroller({ label, className = classes.scroller, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it by its focus (axe: scrollable-region-focusable)
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
