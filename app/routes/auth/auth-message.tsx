import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import classes from "./auth.module.css";

interface AuthMessageProps {
  kind: "mail" | "done" | "warning";
  title: string;
  text: ReactNode;
  /** Advice if the step fails. */
  hint?: string;
  /** Links to continue. */
  children?: ReactNode;
}

/** Authentication page with a message instead of a form. */
export function AuthMessage({ kind, title, text, hint, children }: AuthMessageProps) {
  return (
    <main id="main" className={`${classes.column} ${classes.message}`}>
      <span className={classes.sign} data-kind={kind}>
        {kind === "mail" ? (
          <Icon name="mail" size="l" />
        ) : kind === "done" ? (
          <Icon name="check" size="l" />
        ) : (
          <Icon name="alert-circle" size="l" />
        )}
      </span>
      <h1>{title}</h1>
      <p className={classes.lead}>{text}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children && <div className={classes.ways}>{children}</div>}
    </main>
  );
}
