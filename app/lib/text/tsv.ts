/**
 * The rows of a text of tab-separated columns (`data/*.tsv`); blank lines and lines that begin with
 * # are left out.
 */
export const readTsv = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
