import type { Translate } from "../../i18n/translate";

/** Whose event it is: a name, a deleted account (its row keeps no name), or none, as for imported events. */
export const creatorText = (t: Translate<"moderation">, name: string | null): string =>
  name || t(name === null ? "moderation:queue.noCreator" : "moderation:queue.nobody");
