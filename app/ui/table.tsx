import "@mantine/core/styles/Table.layer.css";
import { Table as MantineTable } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Checkbox } from "./checkbox";
import { Icon } from "./icon";
import { Link } from "./link";
import { Scroller } from "./scroller";
import classes from "./table.module.css";
import { useText } from "./text";

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the end, in tabular digits. */
  isNumeric?: boolean;
  /** Whether its cell is the row's header. */
  isHead?: boolean;
  /** Hides the heading visually, for example above a menu. */
  isHeadHidden?: boolean;
  /** Sort link and the list's current order by this column. */
  sort?: { href: string; order: "ascending" | "descending" | null | undefined };
}

/** A column of the numbers that rows have under `key`. */
export function numberColumn<Key extends string>(
  key: Key,
  head: ReactNode,
): Column<Record<Key, ReactNode>> {
  return { key, head, isNumeric: true, cell: (row) => row[key] };
}

interface TableProps<Row> {
  /** Name of the table and of its scrollable region. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /**
   * Adds a first column of checkboxes, submitted with the surrounding form. Null for rows that
   * cannot be selected.
   */
  select?: {
    name: string;
    value: (row: Row) => string | null;
    label: (row: Row) => string;
    /** Label of the "select all" checkbox in the head (needs JavaScript). */
    all?: string;
    /** Initially selected values. */
    chosen?: readonly string[];
  };
  /** Tint of a row. */
  tone?: (row: Row) => "bad" | "waiting" | undefined;
  /** Keeps the columns on phones. By default each row becomes a block there. */
  isWide?: boolean;
}

/** Table based on Mantine's: scrollable, sortable by links, with rows as cards on phones. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  select,
  tone,
  isWide,
}: TableProps<Row>) {
  const { t } = useText();
  return (
    <Scroller label={label}>
      <MantineTable
        classNames={{
          table: classes.table,
          th: classes.cell,
          td: classes.cell,
          tr: classes.row,
          thead: classes.heads,
        }}
        data-stacked={isWide ? undefined : select ? "choice" : ""}
        withRowBorders={false}
        {...(select?.all && {
          onChange: (event: FormEvent<HTMLTableElement>) => tickAll(event, select.name),
        })}
      >
        <MantineTable.Thead>
          <MantineTable.Tr>
            {select && (
              <MantineTable.Th scope="col" className={classes.choice}>
                {select.all ? (
                  <div className="rd-needs-script">
                    <Checkbox aria-label={select.all} id={`${select.name}-all`} />
                  </div>
                ) : (
                  <span className="rd-hidden">{t("kit:table.select")}</span>
                )}
              </MantineTable.Th>
            )}
            {columns.map(({ key, head, isNumeric, isHeadHidden, sort }) => (
              <MantineTable.Th
                key={key}
                scope="col"
                data-numeric={isNumeric || undefined}
                aria-sort={sort?.order ?? undefined}
              >
                {sort ? (
                  <Link to={sort.href} preventScrollReset className={classes.sort}>
                    {head}
                    <Icon name={SORT[sort.order ?? "none"].icon} size="s" />
                  </Link>
                ) : isHeadHidden ? (
                  <span className="rd-hidden">{head}</span>
                ) : (
                  head
                )}
              </MantineTable.Th>
            ))}
          </MantineTable.Tr>
        </MantineTable.Thead>
        <MantineTable.Tbody>
          {rows.map((row) => {
            const chosen = select?.value(row);
            return (
              <MantineTable.Tr key={rowKey(row)} data-tone={tone?.(row)}>
                {select && (
                  <MantineTable.Td className={classes.choice}>
                    {chosen && (
                      <Checkbox
                        name={select.name}
                        value={chosen}
                        aria-label={select.label(row)}
                        defaultChecked={select.chosen?.includes(chosen)}
                      />
                    )}
                  </MantineTable.Td>
                )}
                {columns.map(({ key, head, cell, isNumeric, isHead, isHeadHidden }) => {
                  const Cell = isHead ? MantineTable.Th : MantineTable.Td;
                  return (
                    <Cell
                      key={key}
                      {...(isHead && { scope: "row" as const })}
                      data-numeric={isNumeric || undefined}
                      data-label={
                        isHead || isHeadHidden || typeof head !== "string" ? undefined : head
                      }
                    >
                      {cell(row)}
                    </Cell>
                  );
                })}
              </MantineTable.Tr>
            );
          })}
        </MantineTable.Tbody>
      </MantineTable>
    </Scroller>
  );
}

/** Checkbox without a name that selects all rows. It is checked while all rows are. */
function tickAll({ currentTarget: table, target }: FormEvent<HTMLTableElement>, name: string) {
  if (!(target instanceof HTMLInputElement) || target.type !== "checkbox") return;
  const rows = [...table.querySelectorAll<HTMLInputElement>(`tbody input[name="${name}"]`)];
  const all = table.querySelector<HTMLInputElement>("thead input");
  if (target === all) for (const row of rows) row.checked = all.checked;
  else if (all) all.checked = rows.every(({ checked }) => checked);
}

const SORT = {
  ascending: { icon: "arrow-up" },
  descending: { icon: "arrow-down" },
  none: { icon: "arrows-sort" },
} as const;
