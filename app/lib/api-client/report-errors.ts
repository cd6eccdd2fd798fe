import type { ApiClient } from "./api-client";
import { ApiError } from "./api-error";
import type { createErrorBuffer, ReportedError } from "./error-buffer";

/** The audit log takes 8,000 characters of metadata with an entry. */
const TEXT_LENGTH = 3_000;

/**
 * Remembers an error of a mutation and reports all that wait (product.md §8: failures to report are ignored). Where the
 * network is away they wait for the next one; an ended session has nobody left to report for.
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
        metadata: { message: message.slice(0, TEXT_LENGTH), context, stack: stack.slice(0, TEXT_LENGTH) },
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
