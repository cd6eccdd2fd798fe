import type { ApiClient } from "./api-client";
import { ApiError } from "./api-error";

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

/** The audit log takes 8,000 characters of metadata with an entry. */
const TEXT_LENGTH = 3_000;

/**
 * Buffers a mutation's error and reports all buffered ones (product.md §8: failures to report are
 * ignored). Offline, they wait for the next one; after the session's end they are dropped.
 */
export function createErrorReporter(
  client: Pick<ApiClient, "call">,
  buffer: ReturnType<typeof createErrorBuffer>,
  sessionId: string,
): (error: unknown, context: string) => ReportedError {
  const send = ({ message, context, stack }: ReportedError) =>
    client
      .call("POST", "/audit/logs", {
        action: "client.error",
        entity: "client",
        severity: "error",
        metadata: {
          message: message.slice(0, TEXT_LENGTH),
          context,
          stack: stack.slice(0, TEXT_LENGTH),
        },
        sessionId,
      })
      .catch(() => {});
  return (error, context) => {
    const entry = buffer.add(error, context);
    if (!(error instanceof ApiError) || (error.code !== "network" && error.status !== 401))
      for (const waiting of buffer.take()) void send(waiting);
    return entry;
  };
}
