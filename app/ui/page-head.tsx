import type { ReactNode } from "react";
import classes from "./page-head.module.css";

interface PageHeadProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Before the title, such as a picture. */
  start?: ReactNode;
  /** Below it, such as badges. */
  badges?: ReactNode;
  /** What may be done with the page's thing. */
  actions?: ReactNode;
}

/** The top of a page that one works on: its name, a line about it, and what may be done. */
export function PageHead({ title, lead, start, badges, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      {start}
      <div className={classes.words}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {badges && <div className={classes.badges}>{badges}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
