/**
 * States of a socket (product.md §4); `ended` is a session that is over, which no attempt brings
 * back.
 */
export type ConnectionStatus = "connecting" | "connected" | "disconnected" | "error" | "ended";

export interface ConnectionState {
  status: ConnectionStatus;
  /** Attempts in a row that have failed. */
  failures: number;
  /** Whether it was connected, and has been away since. */
  isLost: boolean;
}

export type ConnectionEvent =
  | { type: "opening" }
  | { type: "opened" }
  /** @param code of RFC 6455 §7.4 or our own */
  | { type: "closed"; code: number }
  | { type: "retried" };

/** So many failed attempts are an error (product.md §5). */
export const MAX_FAILURES = 5;
/** Close code of a session that has ended (party/refusals.ts). */
const SESSION_ENDED = 4401;
/** Toasts of the state are kept back after the page has come, ms (product.md §8). */
const QUIET = 10_000;

export const FIRST: ConnectionState = { status: "connecting", failures: 0, isLost: false };

/** The next state of a connection; the same object when unchanged. */
export function nextConnection(before: ConnectionState, event: ConnectionEvent): ConnectionState {
  if (before.status === "ended") return before;
  switch (event.type) {
    case "opening":
      // After five failures the state stays `error` until success or a manual retry.
      return before.status === "disconnected" ? { ...before, status: "connecting" } : before;
    case "opened":
      return { status: "connected", failures: 0, isLost: false };
    case "closed": {
      if (event.code === SESSION_ENDED) return { status: "ended", failures: 0, isLost: true };
      // That it was dropped is no failed attempt.
      if (before.status === "connected")
        return { status: "disconnected", failures: 0, isLost: true };
      const failures = before.failures + 1;
      return { ...before, failures, status: failures >= MAX_FAILURES ? "error" : "disconnected" };
    }
    case "retried":
      return { ...before, status: "connecting", failures: 0 };
  }
}

export type StatusToast = Exclude<ConnectionStatus, "ended">;

/**
 * The toast for a change of state; null for none (product.md §8).
 * @param age of the page, ms @param tells false in production
 */
export function statusToast(
  before: ConnectionState,
  after: ConnectionState,
  { age, tells }: { age: number; tells: boolean },
): StatusToast | null {
  if (!tells || age < QUIET || before.status === after.status || after.status === "ended")
    return null;
  return after.status;
}

export type ConnectionBannerKind = "disconnected" | "error" | "ended";

/** The banner under the header; null before the first attempts have failed, and while connected. */
export function bannerOf({
  status,
  isLost,
  failures,
}: ConnectionState): ConnectionBannerKind | null {
  if (status === "error" || status === "ended") return status;
  return status !== "connected" && (isLost || failures > 0) ? "disconnected" : null;
}
