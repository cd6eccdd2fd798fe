import type { ReactNode } from "react";
import classes from "./stats.module.css";

interface StatsProps {
  items: readonly { name: string; label: ReactNode; value: ReactNode; note?: ReactNode }[];
}

/** Single figures beside each other, each with its name. */
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
