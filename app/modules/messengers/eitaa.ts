import { type MessengerAdapter, plainLines } from "./messenger-adapter";

/** Eitaa's posting service (eitaayar.ir). It sends only: no edits, and its bots receive nothing. */
export const eitaaAdapter: MessengerAdapter = {
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
