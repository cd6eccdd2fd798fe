import type { ReactNode } from "react";
import classes from "./compare-table.module.css";

interface CompareTableProps {
  /** Headings of the three columns: row name and the two compared values. */
  heads: readonly [string, string, string];
  /** Name and cells of a row. A single cell spans both columns. */
  rows: readonly {
    key: string;
    label: ReactNode;
    cells: readonly [ReactNode, ReactNode] | readonly [ReactNode];
  }[];
}

/**
 * Compares two values per field, side by side or stacked on phones. `del` and `ins` in cells mark
 * changes.
 */
export function CompareTable({ heads, rows }: CompareTableProps) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, cells: [first, ...second] }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {second.length === 0 ? (
              <td colSpan={2}>{first}</td>
            ) : (
              <>
                <td data-label={heads[1]}>{first}</td>
                <td data-label={heads[2]}>{second}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value that can be chosen within a cell: the other cell of its row has the same `name`. */
export function CompareChoice({
  name,
  value,
  isChosen,
  children,
}: {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
}) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} value={value} defaultChecked={isChosen} />
      <span>{children}</span>
    </label>
  );
}
