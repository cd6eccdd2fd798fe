import { parseLocale } from "./locale";
import { messageFiles } from "./message-files";
import type { PublicMessages } from "./translate";

/** Fetches the texts of the page's language; the page preloads these very files. */
export async function loadedMessages(): Promise<PublicMessages> {
  const files = messageFiles[parseLocale(document.documentElement.lang) ?? "en"];
  const entries = await Promise.all(Object.entries(files).map(async ([name, url]) => [name, await (await fetch(url)).json()]));
  return Object.fromEntries(entries) as PublicMessages;
}
