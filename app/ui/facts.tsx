import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Description list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface StatsProps {
  items: readonly { name: string; label: ReactNode; value: ReactNode; note?: ReactNode }[];
}

/** Row of figures with their names. */
export function Stats({ items }: StatsProps) {
  return (
    <dl className={classes.stats}>
      {items.map(({ name, label, value, note }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {value} {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
