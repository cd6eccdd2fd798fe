/** Limit of a message, bytes: ten times the longest valid one. */
export const MAX_MESSAGE = 4_096;
/** Limit of messages per socket and second. */
export const MAX_A_SECOND = 20;
const SECOND = 1_000;

/**
 * Watches how much and how fast each socket of a room talks. It lives in memory alone: a room that
 * goes to sleep has received nothing for longer than a second.
 */
export class MessageLimiter {
  #windows = new Map<string, { since: number; count: number }>();

  /**
   * Counts a message. @param id of the socket @param now ms @returns the fault; null for an
   * acceptable message
   */
  fault(
    id: string,
    message: string | ArrayBuffer | ArrayBufferView,
    now: number,
  ): "too-large" | "too-many-messages" | null {
    if (sizeOf(message) > MAX_MESSAGE) return "too-large";
    const window = this.#windows.get(id);
    if (!window || now - window.since >= SECOND) {
      this.#windows.set(id, { since: now, count: 1 });
      return null;
    }
    window.count++;
    return window.count > MAX_A_SECOND ? "too-many-messages" : null;
  }

  /** Forgets a socket that is gone. */
  forget(id: string): void {
    this.#windows.delete(id);
  }
}

function sizeOf(message: string | ArrayBuffer | ArrayBufferView): number {
  if (typeof message !== "string") return message.byteLength;
  // A text has at least as many bytes as characters, so an overlong one is not encoded.
  return message.length > MAX_MESSAGE
    ? message.length
    : new TextEncoder().encode(message).byteLength;
}
