import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./list.module.css";

/** List of `ListItem`s with separators. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListItemProps {
  title: ReactNode;
  /** Level of the heading. Without it the title is plain text. */
  level?: 2 | 3;
  /** URL of the item. */
  to?: string | undefined;
  /** Content before it, such as a picture. */
  start?: ReactNode;
  /** Facts in one line. */
  meta?: ReactNode;
  /** Content at the end: status, buttons or time. */
  end?: ReactNode;
  /** Whether the item is selected. */
  isCurrent?: boolean;
  /** Full-width content below. */
  children?: ReactNode;
}

export function ListItem({
  title,
  level,
  to,
  start,
  meta,
  end,
  isCurrent,
  children,
}: ListItemProps) {
  const Title = level ? (`h${level}` as const) : "p";
  return (
    <li className={classes.item} aria-current={isCurrent || undefined}>
      {start}
      <div className={classes.words}>
        <Title className={classes.title}>{to ? <Link to={to}>{title}</Link> : title}</Title>
        {meta && <Meta>{meta}</Meta>}
      </div>
      {end && <div className="rd-row rd-quiet">{end}</div>}
      {children && <div className={classes.below}>{children}</div>}
    </li>
  );
}

/** Line of small facts. */
export function Meta({ children }: { children: ReactNode }) {
  return <p className={`${classes.meta} rd-row rd-quiet`}>{children}</p>;
}
