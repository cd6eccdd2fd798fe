import type { ReactNode } from "react";
import classes from "./compare-table.module.css";

interface CompareTableProps {
  /** The names of the three columns: what a row is, and the two that are compared. */
  heads: readonly [string, string, string];
  /** A row's name and its two cells; one cell takes the place of both. */
  rows: readonly { key: string; label: ReactNode; cells: readonly [ReactNode, ReactNode] | readonly [ReactNode] }[];
}

/** Two texts of each field beside each other, below each other on phones. `del` and `ins` in cells mark what changes. */
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
