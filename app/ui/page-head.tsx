import type { ReactNode } from "react";
import classes from "./page-head.module.css";

interface PageHeadProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Content before the title, such as a picture. */
  start?: ReactNode;
  /** Content below the title, such as badges. */
  badges?: ReactNode;
  /** Actions on the page's subject. */
  actions?: ReactNode;
}

/** Header of a working page: title, lead and actions. */
export function PageHead({ title, lead, start, badges, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      {start}
      <div className={classes.words}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {badges && <div className={classes.badges}>{badges}</div>}
      </div>
      {actions && <div className="rd-row">{actions}</div>}
    </header>
  );
}
