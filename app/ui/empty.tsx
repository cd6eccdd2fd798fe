import type { ReactNode } from "react";
import classes from "./empty.module.css";
import { Icon } from "./icon";

interface EmptyProps {
  title: string;
  text?: ReactNode;
  icon?: string;
  /** In place of the icon, such as Hodhod asleep. */
  picture?: ReactNode;
  /** One way out. */
  action?: ReactNode;
}

/** Where a list has nothing: one sentence and one way out. */
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
