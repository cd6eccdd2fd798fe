import type { Deps } from "../../app/lib/deps";

const TELEGRAM = "https://api.telegram.org";
/** Longest answer, ms. */
const TIMEOUT = 10_000;

/** Sends plain text to one chat by the Bot API (https://core.telegram.org/bots/api#sendmessage). */
export function createTelegramChat({
  token,
  chat,
  url = TELEGRAM,
}: {
  token: string;
  chat: string;
  url?: string;
}): NonNullable<Deps["alarmChat"]> {
  return async (text) => {
    const answer = await fetch(`${url}/bot${token}/sendMessage`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!answer.ok) throw new Error(`Telegram answered ${answer.status}.`);
  };
}
