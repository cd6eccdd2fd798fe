import type { ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
import classes from "./empty.module.css";
import { Icon } from "./icon";

interface EmptyProps {
  title: string;
  text?: ReactNode;
  icon?: IconName;
  /** Picture instead of the icon, such as the sleeping mascot. */
  picture?: ReactNode;
  /** Single action. */
  action?: ReactNode;
}

/** Empty state: one sentence and one action. */
export function Empty({ title, text, icon, picture, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      {picture}
      {icon && (
        <span className={classes.icon}>
          <Icon name={icon} />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
