import type { ReactNode } from "react";
import classes from "./stats.module.css";

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
