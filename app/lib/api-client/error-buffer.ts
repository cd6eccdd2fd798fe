/** How many errors wait to be reported, and how much of a stack is kept (product.md §9). */
const CAPACITY = 50;
const STACK_LINES = 10;

export interface ReportedError {
  message: string;
  stack: string;
  /** The attempted operation. */
  context: string;
  /** ISO 8601. */
  at: string;
}

/** Buffers the latest errors of mutations until they are reported. */
export function createErrorBuffer(now: () => number) {
  let errors: ReportedError[] = [];
  return {
    add(error: unknown, context: string): ReportedError {
      const known = error instanceof Error ? error : new Error(String(error));
      const entry = {
        message: known.message,
        stack: (known.stack ?? "").split("\n").slice(0, STACK_LINES).join("\n"),
        context,
        at: new Date(now()).toISOString(),
      };
      errors = [...errors, entry].slice(-CAPACITY);
      return entry;
    },
    /** Returns and clears the buffer. */
    take(): ReportedError[] {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}
