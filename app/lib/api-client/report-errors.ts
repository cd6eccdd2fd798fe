import type { ApiClient } from "./api-client";
import { ApiError } from "./api-error";
import type { createErrorBuffer, ReportedError } from "./error-buffer";

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
