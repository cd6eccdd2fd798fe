import type { ReactNode } from "react";
import classes from "./fold.module.css";

interface FoldProps {
  title: ReactNode;
  /** Initially open. */
  open?: boolean;
  /** Small appearance, for secondary content. */
  isQuiet?: boolean;
  /** Adds a border. */
  isFramed?: boolean;
  /** Id for links to it. */
  id?: string;
  children: ReactNode;
}

/** Collapsible content in a native `details` element. */
export function Fold({ title, open, isQuiet, isFramed, id, children }: FoldProps) {
  return (
    <details
      id={id}
      className={classes.fold}
      open={open}
      data-quiet={isQuiet || undefined}
      data-framed={isFramed || undefined}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
