import { type MessengerAdapter, plainLines } from "./messenger-adapter";

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
export const baleAdapter: MessengerAdapter = {
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
