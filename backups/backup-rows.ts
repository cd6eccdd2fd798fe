import { createHash } from "node:crypto";

/** Values of a row, as D1 binds and returns them. */
export type Value = string | number | null | ArrayBuffer;

/** A table's row count and checksum, independent of the order of rows. */
export interface TableDigest {
  rows: number;
  /** SHA-256 of each row, added up modulo 2²⁵⁶, hexadecimal. */
  digest: string;
}

/** The summary in a backup's last line; a file without it is incomplete. */
export interface BackupSummary {
  tables: Record<string, TableDigest>;
  /** Names of the migrations that its schema is of. */
  migrations: string[];
}

/**
 * A line of the file: the table and columns of the rows that follow, a row of it, or the summary.
 */
export type Line = { table: string; columns: string[] } | { summary: BackupSummary } | Written[];
/** A value as it is written: bytes as hexadecimal digits. */
export type Written = string | number | null | { bytes: string };

const written = (value: Value): Written =>
  value instanceof ArrayBuffer ? { bytes: Buffer.from(value).toString("hex") } : value;
export const readValue = (value: Written): Value =>
  value !== null && typeof value === "object"
    ? new Uint8Array(Buffer.from(value.bytes, "hex")).buffer
    : value;

export const tableLine = (table: string, columns: string[]): string =>
  `${JSON.stringify({ table, columns } satisfies Line)}\n`;
export const summaryLine = (summary: BackupSummary): string =>
  `${JSON.stringify({ summary } satisfies Line)}\n`;
/** A row as a line; JSON escapes line breaks. */
export const rowLine = (values: readonly Value[]): string =>
  `${JSON.stringify(values.map(written) satisfies Line)}\n`;

/** The line of a row that is gone, in a file of changes. */
export const goneLine = (values: readonly Value[]): string =>
  `${GONE}${rowLine(values).trimEnd()}}\n`;
export const GONE = '{"gone":';
/** A value as D1 returns it: bytes are numbers. */
export const boundValue = (value: Value | number[]): Value =>
  Array.isArray(value) ? new Uint8Array(value).buffer : value;

const MODULUS = 1n << 256n;

/** Counts and sums the rows of a table. */
export class TableSum {
  #rows: number;
  #sum: bigint;

  /** @param from what is there already */
  constructor(from: TableDigest = { rows: 0, digest: "0" }) {
    this.#rows = from.rows;
    this.#sum = BigInt(`0x${from.digest}`);
  }

  /**
   * @param columns their order does not matter: a table may have got them in another one
   * @param times -1 for a row that is gone
   */
  add(columns: readonly string[], values: readonly Value[], times: 1 | -1 = 1): void {
    const fields = columns.map((column, at): [string, Written] => [
      column,
      written(values[at] ?? null),
    ]);
    fields.sort(([one], [other]) => (one < other ? -1 : 1));
    this.#rows += times;
    const hash = BigInt(`0x${createHash("sha256").update(JSON.stringify(fields)).digest("hex")}`);
    this.#sum = (this.#sum + (times === 1 ? hash : MODULUS - hash)) % MODULUS;
  }

  end(): TableDigest {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, "0") };
  }
}
