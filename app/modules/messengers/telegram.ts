import { escapeHtml } from "../../lib/text/escape-html";
import type { MessengerAdapter } from "./messenger-adapter";

/** Telegram's Bot API (core.telegram.org/bots/api). */
export const telegramAdapter: MessengerAdapter = {
  address: (token, method) => `https://api.telegram.org/bot${token}/${method}`,
  chatOf: (chat) => chat,
  write: (lines) =>
    lines
      .map((line) =>
        line
          .map((part) => {
            if (typeof part === "string") return escapeHtml(part);
            return "bold" in part
              ? `<b>${escapeHtml(part.bold)}</b>`
              : `<a href="${escapeHtml(part.url)}">${escapeHtml(part.link)}</a>`;
          })
          .join(""),
      )
      .join("\n"),
  fields: { parse_mode: "HTML", link_preview_options: { is_disabled: true } },
  canEdit: true,
  canAnswer: true,
  sendsSecret: true,
  takesResponses: true,
};
