import { SECOND } from "../../app/lib/dates/durations";
import type { MessengerSending } from "../../app/modules/messengers/ask-messenger.server";
import type { TestDeps } from "../helpers/test-deps";

interface SentMessage {
  service: string;
  chat: string;
  id: number;
  text: string;
  markup: unknown;
  edits: number;
}

type Failing = (
  method: string,
  body: Record<string, unknown>,
) => { status: number; body: object } | null;

/**
 * Telegram, Bale and Eitaa with their limits: 30 messages a second for a bot, one a second for a
 * chat, else 429 with `retry_after`. Who asks during that time waits anew.
 */
export class MessengerStandIn {
  /** Messages by their place in all chats. */
  readonly messages: SentMessage[] = [];
  /** Webhooks as they were set last. */
  readonly hooks: Record<string, unknown>[] = [];
  /** How often it refused for a limit. */
  limited = 0;
  asked = 0;
  failing: Failing = () => null;
  /** Milliseconds that a request takes. */
  delay = 5;
  readonly #times: { bot: string; chat: string; at: number }[] = [];
  #blockedUntil = 0;

  constructor(
    readonly deps: TestDeps,
    readonly tokens: readonly string[],
  ) {}

  readonly sending: MessengerSending = {
    ask: async (url, init) => this.#answer(new URL(url), JSON.parse(String(init.body))),
    wait: async (ms) => this.deps.pass(ms),
  };

  #answer({ hostname, pathname }: URL, body: Record<string, unknown>): Response {
    this.asked += 1;
    this.deps.pass(this.delay);
    const now = this.deps.clock.now();
    const answer = (status: number, json: object) => Response.json(json, { status });
    const refuse = (status: number, description: string, parameters?: object) =>
      answer(status, {
        ok: false,
        error_code: status,
        description,
        ...(parameters && { parameters }),
      });
    const [, token = "", method = ""] =
      (hostname === "eitaayar.ir" ? /^\/api\/([^/]+)\/(\w+)$/ : /^\/bot([^/]+)\/(\w+)$/).exec(
        pathname,
      ) ?? [];
    const service =
      { "api.telegram.org": "telegram", "tapi.bale.ai": "bale", "eitaayar.ir": "eitaa" }[
        hostname
      ] ?? "nobody";
    if (!this.tokens.includes(token)) return refuse(401, "Unauthorized");
    const failed = this.failing(method, body);
    if (failed) return answer(failed.status, failed.body);
    if (method === "setWebhook") {
      this.hooks.push({ service, ...body });
      return answer(200, { ok: true, result: true });
    }
    const chat = `${service} ${body.chat_id}`;
    const within = this.#times.filter(({ bot, at }) => bot === token && at > now - SECOND);
    if (
      now < this.#blockedUntil ||
      within.length >= 30 ||
      within.some((one) => one.chat === chat)
    ) {
      this.limited += 1;
      this.#blockedUntil = now + 3 * SECOND;
      return refuse(429, "Too Many Requests: retry after 3", { retry_after: 3 });
    }
    this.#times.push({ bot: token, chat, at: now });
    const text = String(body.text);
    if (text.length > 4096) return refuse(400, "Bad Request: message is too long");
    if (service === "telegram" && !isTelegramHtml(text))
      return refuse(400, "Bad Request: can't parse entities");
    if (method === "sendMessage") {
      const id = this.messages.length + 1;
      this.messages.push({ service, chat, id, text, markup: body.reply_markup, edits: 0 });
      return answer(200, { ok: true, result: { message_id: id } });
    }
    if (method === "editMessageText" && service !== "eitaa") {
      const message = this.messages.find((one) => one.id === body.message_id && one.chat === chat);
      if (!message) return refuse(400, "Bad Request: message to edit not found");
      if (message.text === text) return refuse(400, "Bad Request: message is not modified");
      Object.assign(message, { text, edits: message.edits + 1 });
      return answer(200, { ok: true, result: { message_id: message.id } });
    }
    return refuse(404, "Not Found");
  }
}

/**
 * Whether every tag is one that Telegram knows and is closed, and nothing else has a bracket or a
 * lone ampersand.
 */
function isTelegramHtml(text: string): boolean {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)(b|a)( href="[^"<>]*")?>/g,
    (_tag, slash: string, name: string) => {
      if (slash === "") open.push(name);
      else if (open.pop() !== name) open.push("wrong");
      return "";
    },
  );
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(amp|lt|gt|quot|#39);)/.test(rest);
}
