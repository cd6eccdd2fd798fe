/** What a spreadsheet would run as a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file of such lines, which is somebody's own. @param name of the file, letters of ASCII only */
export const csvResponse = (body: BodyInit, name: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });

/** Tells Excel that what follows is UTF-8. */
export const CSV_START = "\ufeff";

/** A line of a CSV file (RFC 4180), in which nothing is a formula. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(",")}\r\n`;
