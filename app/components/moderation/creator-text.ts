import type { Translate } from "../../i18n/translate";

/**
 * Creator of an event: a name, "deleted account" (its row has no name), or none for imported
 * events.
 */
export const creatorText = (t: Translate<"moderation">, name: string | null): string =>
  name || t(name === null ? "moderation:queue.noCreator" : "moderation:queue.nobody");
