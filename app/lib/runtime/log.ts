import { countOperation } from "./operation-counts";

type Level = "info" | "warn" | "error";

/**
 * One line of JSON an event, so that log search can filter on any field. Never pass tokens,
 * addresses or bodies.
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (level === "error") countOperation("error", message);
  console[level](JSON.stringify({ level, message, ...fields }));
}

/**
 * The loggable parts of an unknown thrown value; stack traces are cut to 10 lines (product.md §9).
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return {
    error: error.message,
    stack: error.stack?.split("\n").slice(0, 10).join("\n"),
    ...cause,
  };
}

/** Maximum logged length of a requested path. */
const LOGGED_PATH = 200;

/**
 * The path of an address as logs have it: without the query, and without the secret of a private
 * calendar, of a door, of an invitation, of an RSVP or of a ticket.
 */
export function loggedPath(url: string): string {
  return new URL(url).pathname
    .replace(
      /^\/+(calendar|door|invitations|rsvp|t)\/.*/i,
      (_, name: string) => `/${name.toLowerCase()}/*`,
    )
    .slice(0, LOGGED_PATH);
}
