import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** What a backup says of itself, in its last line: without it the file broke off. */
export interface BackupSummary {
  /** Rows of each table. */
  tables: Record<string, number>;
  /** Names of the migrations that its schema is of. */
  migrations: string[];
}
const MARK = "-- rooydad-backup ";

/** A statement of the file and where it ends, bytes. */
interface Statement {
  text: string;
  start: number;
  end: number;
}

const QUOTE = 0x27;
const DOUBLE = 0x22;
const SEMICOLON = 0x3b;

/** The statements of a file of SQL, one at a time: a text may hold line breaks and semicolons. */
async function* statementsOf(file: string, range: { start: number; end: number } | null = null): AsyncGenerator<Statement> {
  let open = 0;
  let parts: Buffer[] = [];
  let at = range?.start ?? 0;
  let start = at;
  for await (const chunk of createReadStream(file, range ? { start: range.start, end: range.end - 1 } : {}) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      if (open !== 0) {
        if (byte === open) open = 0;
      } else if (byte === QUOTE || byte === DOUBLE) open = byte;
      else if (byte === SEMICOLON) {
        parts.push(chunk.subarray(from, index + 1));
        yield { text: Buffer.concat(parts).toString("utf8").trim(), start, end: at + index + 1 };
        parts = [];
        from = index + 1;
        start = at + index + 1;
      }
    }
    parts.push(chunk.subarray(from));
    at += chunk.length;
  }
  const rest = Buffer.concat(parts).toString("utf8").trim();
  if (rest !== "") yield { text: rest, start, end: at };
}

const INSERT = /^INSERT INTO "((?:[^"]|"")+)" \(((?:"(?:[^"]|"")*",?)+)\) VALUES\(/s;

const tableOf = (text: string): string | null => INSERT.exec(text)?.[1] ?? null;

/** Counts the rows of each table. */
export async function countRows(file: string): Promise<Record<string, number>> {
  const tables: Record<string, number> = {};
  for await (const { text } of statementsOf(file)) {
    const table = tableOf(text);
    if (table !== null) tables[table] = (tables[table] ?? 0) + 1;
  }
  return tables;
}

export const summaryLine = (summary: BackupSummary): string => `${MARK}${JSON.stringify(summary)};\n`;

/** A backup that is whole. */
export interface BackupFile {
  summary: BackupSummary;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Where the rows of each table stand, bytes. */
  ranges: Map<string, { start: number; end: number }>;
}

/** @throws where it broke off, or its rows are not those that its last line counts */
export async function openBackup(file: string): Promise<BackupFile> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const ranges: BackupFile["ranges"] = new Map();
  const tables: Record<string, number> = {};
  let summary: BackupSummary | null = null;
  for await (const { text, start, end } of statementsOf(file)) {
    if (text.startsWith(MARK)) summary = JSON.parse(text.slice(MARK.length).replace(/;$/, "")) as BackupSummary;
    const table = tableOf(text);
    if (table === null) continue;
    tables[table] = (tables[table] ?? 0) + 1;
    ranges.set(table, { start: ranges.get(table)?.start ?? start, end });
  }
  if (!summary) throw new Error(`${file} has no last line of a backup: it broke off, or is of an older version.`);
  for (const [table, count] of Object.entries(summary.tables))
    if ((tables[table] ?? 0) !== count) throw new Error(`${file} holds ${tables[table] ?? 0} rows of ${table} and should hold ${count}.`);
  return { summary, hash: hash.digest("hex"), ranges };
}

type Value = string | number | null | ArrayBuffer;

/** A row with its columns. */
export interface BackupRow {
  columns: string[];
  values: Value[];
  /** Of its statement, characters. */
  length: number;
}

/** The rows of a table, in the order of the file. */
export async function* rowsOf(file: string, backup: BackupFile, table: string): AsyncGenerator<BackupRow> {
  const range = backup.ranges.get(table);
  if (!range) return;
  for await (const { text } of statementsOf(file, range)) {
    const insert = INSERT.exec(text);
    if (insert?.[1] !== table) continue;
    const columns = [...(insert[2] ?? "").matchAll(/"((?:[^"]|"")*)"/g)].map(([, name = ""]) => name.replaceAll('""', '"'));
    yield { columns, values: valuesOf(text, insert[0].length), length: text.length };
  }
}

const WRAP = "replace(";
const UNWRAP = /,'\\([nr])',char\(1[03]\)\)/y;
const LITERAL = /\s*(?:(NULL)|([-+\d.eE]+)|[xX]'([\da-fA-F]*)')?\s*/y;

/** The literals of a row. @param from where they begin */
function valuesOf(row: string, from: number): Value[] {
  const values: Value[] = [];
  for (let at = from; ; at++) {
    LITERAL.lastIndex = at;
    const [all = "", none, number, bytes] = LITERAL.exec(row) ?? [];
    at += all.length;
    if (none !== undefined) values.push(null);
    else if (number !== undefined) values.push(Number(number));
    else if (bytes !== undefined) values.push(new Uint8Array(Buffer.from(bytes, "hex")).buffer);
    else {
      // By hand: a text may be longer than a regular expression can walk. Line breaks are written by `replace` around it.
      let wraps = 0;
      for (; row.startsWith(WRAP, at); at += WRAP.length) wraps += 1;
      const start = at + 1;
      for (at = row.indexOf("'", start); at >= 0 && row[at + 1] === "'"; ) at = row.indexOf("'", at + 2);
      if (row[start - 1] !== "'" || at < 0) throw new Error(`A row cannot be read: ${row.slice(0, 80)} …`);
      let said = row.slice(start, at).replaceAll("''", "'");
      at += 1;
      for (; wraps > 0; wraps--) {
        UNWRAP.lastIndex = at;
        const [all = "", letter] = UNWRAP.exec(row) ?? [];
        said = letter === "n" ? said.replaceAll("\\n", "\n") : said.replaceAll("\\r", "\r");
        at += all.length;
      }
      values.push(said);
    }
    if (row[at] === ")") return values;
    if (row[at] !== ",") throw new Error(`A row cannot be read: ${row.slice(0, 80)} …`);
  }
}
