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
export const plainLines = (
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
