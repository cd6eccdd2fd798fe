import type { Messenger } from "../../../db/schema";
import { escapeHtml } from "../../lib/text/escape-html";

/** A part of a line: plain, bold, or a link. */
export type MessagePart = string | { bold: string } | { link: string; url: string };
/** The lines of a message; an empty one is a space between paragraphs. */
export type MessageLines = readonly (readonly MessagePart[])[];

/** Requests to a messenger, and the format of its messages. */
export interface MessengerAdapter {
  /** The address of a method of its API. */
  address(token: string, method: string): string;
  /** A chat as its API names it. @param chat `@name` or a number */
  chatOf(chat: string): string;
  /** A message in its notation. */
  write(lines: MessageLines): string;
  /** Fields that go with each message, such as the notation. */
  fields: Readonly<Record<string, unknown>>;
  /** Whether a message can be changed after it was sent. */
  canEdit: boolean;
  /** Whether bots receive messages. */
  canAnswer: boolean;
  /**
   * Whether its requests to a bot carry the secret that was agreed on
   * (`X-Telegram-Bot-Api-Secret-Token`).
   */
  sendsSecret: boolean;
  /**
   * Whether a bot may answer with the response to such a request, which saves a request.
   */
  takesResponses: boolean;
}

/**
 * Characters of a message (Telegram: 4096 after its notation is read; here before it, so that every
 * messenger takes it).
 */
export const MESSENGER_LENGTH = 4096;

/** Lines without notation: links are their addresses. */
const plainLines = (
  lines: MessageLines,
  clean: (text: string) => string = (text) => text,
): string =>
  lines
    .map((line) =>
      line
        .map((part) => {
          if (typeof part === "string") return clean(part);
          return "bold" in part ? clean(part.bold) : `${clean(part.link)}\n${part.url}`;
        })
        .join(""),
    )
    .join("\n");

/** Telegram's Bot API (core.telegram.org/bots/api). */
const telegramAdapter: MessengerAdapter = {
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

/** Bale always reads these as notation and has no escape, so texts use their full-width forms. */
const WIDE: Readonly<Record<string, string>> = {
  "*": "＊",
  _: "＿",
  "[": "［",
  "]": "］",
  "`": "｀",
};

/**
 * Bale's Bot API (docs.bale.ai), modelled on Telegram's. Its requests carry no secret: their address
 * is one.
 */
const baleAdapter: MessengerAdapter = {
  address: (token, method) => `https://tapi.bale.ai/bot${token}/${method}`,
  chatOf: (chat) => chat,
  write: (lines) =>
    plainLines(lines, (text) => text.replace(/[*_[\]`]/g, (letter) => WIDE[letter] ?? letter)),
  fields: {},
  canEdit: true,
  canAnswer: true,
  sendsSecret: false,
  takesResponses: false,
};

/** Eitaa's posting service (eitaayar.ir). It sends only: no edits, and its bots receive nothing. */
const eitaaAdapter: MessengerAdapter = {
  address: (token, method) => `https://eitaayar.ir/api/${token}/${method}`,
  // It names channels without their @.
  chatOf: (chat) => chat.replace(/^@/, ""),
  write: (lines) => plainLines(lines),
  fields: {},
  canEdit: false,
  canAnswer: false,
  sendsSecret: false,
  takesResponses: false,
};

export const MESSENGER_ADAPTERS: Readonly<Record<Messenger, MessengerAdapter>> = {
  telegram: telegramAdapter,
  bale: baleAdapter,
  eitaa: eitaaAdapter,
};
