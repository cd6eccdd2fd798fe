import type { ReactNode } from "react";
import classes from "./fold.module.css";

interface FoldProps {
  title: ReactNode;
  /** Open from the start. */
  open?: boolean;
  /** Small, for what few readers need. */
  isQuiet?: boolean;
  /** On a surface of its own. */
  isFramed?: boolean;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** What is shown on demand: the browser's own `details`. */
export function Fold({ title, open, isQuiet, isFramed, id, children }: FoldProps) {
  return (
    <details id={id} className={classes.fold} open={open} data-quiet={isQuiet || undefined} data-framed={isFramed || undefined}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
