/** What a spreadsheet would run as a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tells Excel that what follows is UTF-8. */
export const CSV_START = "\ufeff";

/** A line of a CSV file (RFC 4180), in which nothing is a formula. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(",")}\r\n`;
