import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./list.module.css";

/** Things below each other between hairlines: `ListItem`s. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListItemProps {
  title: ReactNode;
  /** The heading's level; without one the title is plain text. */
  level?: 2 | 3;
  /** Where the item leads. */
  to?: string | undefined;
  /** Before it, such as a picture. */
  start?: ReactNode;
  /** Facts about it, in a line. */
  meta?: ReactNode;
  /** At its end: a state, buttons, a time. */
  end?: ReactNode;
  /** The item in view. */
  isCurrent?: boolean;
  /** Below, over the whole width. */
  children?: ReactNode;
}

export function ListItem({ title, level, to, start, meta, end, isCurrent, children }: ListItemProps) {
  const Title = level ? (`h${level}` as const) : "p";
  return (
    <li className={classes.item} aria-current={isCurrent || undefined}>
      {start}
      <div className={classes.words}>
        <Title className={classes.title}>{to ? <Link to={to}>{title}</Link> : title}</Title>
        {meta && <Meta>{meta}</Meta>}
      </div>
      {end && <div className={classes.end}>{end}</div>}
      {children && <div className={classes.below}>{children}</div>}
    </li>
  );
}

/** Small facts in a line. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={classes.meta}>{children}</p>;
}
