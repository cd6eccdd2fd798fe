import type { ReactNode } from "react";
import classes from "./scroller.module.css";

interface ScrollerProps {
  label: string;
  /** Replaces the default frame. */
  className?: string | undefined;
  children: ReactNode;
}

/** Container for wide or long content, scrollable by keyboard too. */
export function Scroller({ label, className = classes.scroller, children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe: scrollable-region-focusable)
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
