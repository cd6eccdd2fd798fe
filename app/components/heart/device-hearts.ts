import { forgetChoice, storeChoice, storedChoice } from "../../lib/http/stored-choice";

/** Hearts that a device keeps at most; the oldest goes first. */
const MOST = 100;

/** The key of an event, or of one of its dates, among the hearts of a device. */
export const heartKey = ({ id, at }: { id: string; at?: string | null }): string =>
  at ? `${id}@${at}` : id;

/** Events saved on this device, the latest last. */
export const deviceHearts = (): string[] =>
  (storedChoice("rooydad.hearts") ?? "").split(" ").filter(Boolean);

/** Whether nothing was ever saved on this device: the first heart is explained. */
export const isFirstHeart = (): boolean => storedChoice("rooydad.hearts") === null;

/** Saves or removes an event on this device. */
export function keepHeart(key: string, isSaved: boolean): void {
  const others = deviceHearts().filter((other) => other !== key);
  storeChoice("rooydad.hearts", (isSaved ? [...others, key] : others).slice(-MOST).join(" "));
}

/**
 * Adds what was saved on this device to the account, one by one. Events that are gone or do not fit
 * are left out; after a failure of the network the rest stays for the next page.
 * @param save saves one event, and returns the status of the answer
 */
export async function mergeHearts(
  save: (id: string, at: string | null) => Promise<number>,
): Promise<number> {
  let merged = 0;
  for (const key of deviceHearts()) {
    const [id = "", at = null] = key.split("@");
    const status = await save(id, at).catch(() => 503);
    if (status === 429 || status === 401 || status >= 500) return merged;
    if (status < 300) merged += 1;
    keepHeart(key, false);
  }
  forgetChoice("rooydad.hearts");
  return merged;
}
