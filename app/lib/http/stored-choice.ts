/** Display choices of the browser: keys of localStorage, listed on the cookie page. */
export type StoredChoice =
  | "rooydad.language"
  | "rooydad.theme"
  | "rooydad.mascot"
  | "rooydad.session"
  | "rooydad.ux"
  | "rooydad.push"
  | "rooydad.searches"
  | "rooydad.queue-keys";

/** Storage may be blocked or full: then nothing is stored. */
function attempt<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** The stored choice; null when unset, or when storage is blocked. */
export const storedChoice = (choice: StoredChoice): string | null =>
  attempt((storage) => storage.getItem(choice));

/** Keeps a choice until it is deleted. */
export function storeChoice(choice: StoredChoice, value: string): void {
  attempt((storage) => storage.setItem(choice, value));
}

/** Deletes a choice. */
export function forgetChoice(choice: StoredChoice): void {
  attempt((storage) => storage.removeItem(choice));
}
