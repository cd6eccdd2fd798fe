import type { Connection } from "partyserver";
import { encode, type ServerMessage } from "./protocol";

export type SocketLocale = "en" | "fa";

/** Refusals of rooms, in the listener's language. */
const REFUSALS = {
  unauthorized: { en: "Log in to get live updates.", fa: "برای دریافت اعلان‌های زنده وارد شوید." },
  "session-ended": {
    en: "Your session has expired. Please log in again.",
    fa: "زمان ورود شما تمام شده است؛ دوباره وارد شوید.",
  },
  invalid: { en: "This message isn’t valid.", fa: "این پیام درست نیست." },
  "not-found": { en: "There’s no such city or event.", fa: "چنین شهر یا رویدادی نیست." },
  "too-many-subscriptions": {
    en: "One connection can’t follow any more.",
    fa: "یک اتصال بیش از این نمی‌تواند دنبال کند.",
  },
  "too-large": { en: "This message is too large.", fa: "پیام بیش از اندازه بزرگ است." },
  "too-many-messages": { en: "Too many messages. Please slow down.", fa: "پیام‌ها زیاد شد." },
  unavailable: { en: "That didn’t work. Please try again.", fa: "انجام نشد. دوباره امتحان کنید." },
} as const;

export type Refusal = keyof typeof REFUSALS;

/** Close codes of RFC 6455 §7.4.1, and our own for listeners without permission. */
const CLOSE = {
  "too-large": 1009,
  "too-many-messages": 1008,
  unauthorized: 4401,
  "session-ended": 4401,
} as const;

/**
 * Sends to a socket that is still there; one that is about to close gets nothing more. @returns
 * whether it was sent
 */
export function deliver(connection: Connection, message: string): boolean {
  if (connection.readyState !== WebSocket.OPEN) return false;
  try {
    connection.send(message);
    return true;
  } catch {
    // The socket closed meanwhile; the database has the missed notifications (decisions.md §10).
    return false;
  }
}

/** Reports a refusal; the socket stays open. */
export function refuse(connection: Connection, code: Refusal, locale: SocketLocale): void {
  const message: ServerMessage = { type: "error", code, message: REFUSALS[code][locale] };
  deliver(connection, encode(message));
}

/** Reports a refusal and closes the socket. */
export function dismiss(
  connection: Connection,
  code: keyof typeof CLOSE,
  locale: SocketLocale,
): void {
  refuse(connection, code, locale);
  connection.close(CLOSE[code], code);
}
