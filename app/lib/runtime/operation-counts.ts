/**
 * Counters: requests, those that failed (5xx), outcomes of the caches, slow queries, slow and large
 * requests, logged errors, jobs of the cron, rows that could not be shown.
 */
export type OperationName =
  | "request"
  | "failure"
  | "cache"
  | "query"
  | "costly"
  | "error"
  | "job"
  | "bad-row";

export interface OperationCount {
  name: OperationName;
  label: string;
  count: number;
  /** Time of all, and of the longest one, ms. */
  totalMs: number;
  longestMs: number;
}

/** Labels are few, but a fault may make them many. */
const MOST = 300;
/** Characters. */
const LABEL = 300;

let counts = new Map<string, OperationCount>();

/** Counts an operation of this isolate. @param ms how long it took */
export function countOperation(name: OperationName, label: string, ms = 0): void {
  const key = `${name} ${label}`;
  const known = counts.get(key);
  if (known) {
    known.count += 1;
    known.totalMs += ms;
    if (ms > known.longestMs) known.longestMs = ms;
  } else if (counts.size < MOST)
    counts.set(key, { name, label: label.slice(0, LABEL), count: 1, totalMs: ms, longestMs: ms });
}

/** Takes all counts since the last call. */
export function takeOperationCounts(): OperationCount[] {
  const taken = [...counts.values()];
  counts = new Map();
  return taken;
}
