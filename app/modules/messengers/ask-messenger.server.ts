import type { Messenger } from "../../../db/schema";
import { SECOND } from "../../lib/dates/durations";
import { lastErrorOf } from "../jobs/queue.server";
import { MESSENGER_ADAPTERS } from "./messengers";

/**
 * How long a messenger may take, and how long we wait after a 429 without a time,
 * ms.
 */
const TIMEOUT = 10 * SECOND;
const PATIENCE = 30 * SECOND;
const REASON_LENGTH = 300;

/** The outside world of a sender; tests give their own. */
export interface MessengerSending {
  ask?: (url: string, init: RequestInit) => Promise<Response>;
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Why a request to a messenger's API failed: rate limit (429), unknown token (401, 404), refused
 * chat (403, or a 400 with that reason), refused message (another 400), or a temporary failure.
 */
export class MessengerFailure extends Error {
  constructor(
    readonly kind: "wait" | "token" | "chat" | "message" | "passing",
    reason: string,
    /** How long to wait, ms. */
    readonly patience = PATIENCE,
  ) {
    super(reason.slice(0, REASON_LENGTH));
  }
}

const OF_CHAT =
  /chat not found|chat_id|peer_id|not a member|kicked|not enough rights|administrator|write_forbidden|upgraded/i;

interface Answer {
  ok?: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number };
}

/** Asks a method of a messenger's API. @returns its result @throws MessengerFailure */
export async function askMessenger(
  service: Messenger,
  token: string,
  method: string,
  body: Record<string, unknown>,
  { ask = (url, init) => fetch(url, init) }: MessengerSending = {},
): Promise<unknown> {
  let response: Response;
  let answer: Answer | null;
  try {
    response = await ask(MESSENGER_ADAPTERS[service].address(token, method), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    answer = (await response.json().catch(() => null)) as Answer | null;
  } catch (error) {
    // The address of a request has the token.
    throw new MessengerFailure("passing", lastErrorOf(error).replaceAll(token, "…"));
  }
  if (response.ok && answer?.ok === true) return answer.result;
  const code = answer?.error_code ?? response.status;
  const reason = `HTTP ${code}${answer?.description ? `: ${answer.description.replaceAll(token, "…")}` : ""}`;
  if (code === 429) {
    const seconds = answer?.parameters?.retry_after ?? Number(response.headers.get("Retry-After"));
    throw new MessengerFailure("wait", reason, seconds > 0 ? seconds * SECOND : PATIENCE);
  }
  if (code === 401 || code === 404) throw new MessengerFailure("token", reason);
  if (code === 403 || (code === 400 && OF_CHAT.test(reason)))
    throw new MessengerFailure("chat", reason);
  throw new MessengerFailure(code === 400 ? "message" : "passing", reason);
}
