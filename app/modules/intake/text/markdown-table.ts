import { JsonObject } from "./json-value";

/** Rows of one table, and columns. */
const ROWS_MAX = 2_000;
const COLUMNS_MAX = 40;

/** The cells of a line of a table; null for another line. */
function cellsOf(line: string): string[] | null {
  const text = line.trim();
  if (!text.startsWith("|") && !/\S\s*\|\s*\S/.test(text)) return null;
  return text
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .slice(0, COLUMNS_MAX)
    .map((cell) => cell.replaceAll("\\|", "|").trim());
}

const isRule = (cells: readonly string[] | null): boolean =>
  cells !== null && cells.length > 1 && cells.every((cell) => /^:?-{2,}:?$/.test(cell));

/** The rows of the Markdown tables in a text, as objects by their column names. */
export function markdownRows(text: string): JsonObject[] {
  const lines = text.split(/\r?\n/).map(cellsOf);
  const rows: JsonObject[] = [];
  lines.forEach((rule, place) => {
    const head = lines[place - 1];
    if (!isRule(rule) || !head) return;
    for (const cells of lines.slice(place + 1)) {
      if (cells === null || rows.length >= ROWS_MAX) break;
      const row = new JsonObject();
      head.forEach((name, column) => {
        row.set(name, cells[column] ?? null);
      });
      rows.push(row);
    }
  });
  return rows;
}
