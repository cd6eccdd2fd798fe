import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { finished } from "node:stream/promises";
import {
  type BackupSummary,
  type Line,
  readValue as read,
  TableSum,
  type Value,
} from "../../backups/backup-rows";

const LINE_BREAK = 0x0a;

/**
 * The lines of a file. Of bytes: Node's own reader ends a line at U+2028 as well, which JSON leaves
 * in texts.
 */
async function* linesOf(file: string): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      parts.push(chunk.subarray(from, at));
      yield JSON.parse(Buffer.concat(parts).toString("utf8")) as Line;
      parts = [];
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
  }
  // Text after the last line break is an incomplete line.
}

/**
 * Writes a file beside the one of that name, which it replaces once it is whole: a failure leaves an
 * earlier file as it was.
 */
export async function writeBackup(
  file: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  const out = createWriteStream(part);
  const done = finished(out);
  // The failure reaches those who write or await the end.
  done.catch(() => {});
  try {
    await work(async (text) => {
      if (!out.write(text)) await Promise.race([once(out, "drain"), done]);
    });
    out.end();
    await done;
    renameSync(part, file);
  } catch (error) {
    out.destroy();
    rmSync(part, { force: true });
    throw error;
  }
}

/** A row with its columns. */
export interface BackupRow {
  table: string;
  columns: string[];
  values: Value[];
}

/** All rows, in the order of the file. */
export async function* rowsOf(file: string): AsyncGenerator<BackupRow> {
  let table = "";
  let columns: string[] = [];
  for await (const line of linesOf(file))
    if (Array.isArray(line)) yield { table, columns, values: line.map(read) };
    else if ("table" in line) ({ table, columns } = line);
}

/** A backup that is whole. */
export interface BackupFile {
  summary: BackupSummary;
  /** SHA-256, hexadecimal. */
  hash: string;
}

/** @throws for an incomplete file, or rows that differ from its summary */
export async function openBackup(file: string): Promise<BackupFile> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const sums = new Map<string, TableSum>();
  let table = "";
  let columns: string[] = [];
  let summary: BackupSummary | null = null;
  try {
    for await (const line of linesOf(file)) {
      if (Array.isArray(line)) sums.get(table)?.add(columns, line.map(read));
      else if ("summary" in line) ({ summary } = line);
      else {
        ({ table, columns } = line);
        sums.set(table, new TableSum());
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error(`${file} is not a backup of this version: a line of it is no JSON.`);
    throw error;
  }
  if (!summary) throw new Error(`${file} has no last line of a backup: it broke off.`);
  for (const [name, expected] of Object.entries(summary.tables)) {
    const found = (sums.get(name) ?? new TableSum()).end();
    if (found.rows !== expected.rows)
      throw new Error(
        `${file} holds ${found.rows} rows of ${name} and should hold ${expected.rows}.`,
      );
    if (found.digest !== expected.digest)
      throw new Error(`${file} holds other rows of ${name} than it was written with.`);
  }
  return { summary, hash: hash.digest("hex") };
}
