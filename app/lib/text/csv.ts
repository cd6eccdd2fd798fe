/** Prefixes that spreadsheets run as formulas (ASVS 1.2.10), some of them in full width too. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

function cell(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A private CSV download. @param name of the file, ASCII letters only */
export const csvResponse = (body: BodyInit, name: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });

/** The byte order mark, by which Excel detects UTF-8. */
export const CSV_START = "\ufeff";

/** A line of a CSV file (RFC 4180), in which nothing is a formula. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(",")}\r\n`;

/** The lines of rows in a text of `data/*.tsv`, without blank ones and those that begin with #. */
export const tsvLines = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));

/** The rows of a text of tab-separated columns (`data/*.tsv`). */
export const readTsv = (text: string): string[][] => tsvLines(text).map((line) => line.split("\t"));
