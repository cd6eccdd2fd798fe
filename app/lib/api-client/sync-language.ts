import type { Locale } from "../../i18n/locale";
import type { ApiClient } from "./api-client";
import { ApiError } from "./api-error";

/**
 * Stores the language that was chosen in this browser with the account. A 401 means that nobody is signed in any more
 * and logs out; anything else is only logged (product.md §8).
 */
export async function syncLanguage(client: Pick<ApiClient, "call">, language: Locale, logOut: () => void): Promise<void> {
  try {
    await client.call("PUT", "/users/profile", { preferredLanguage: language });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) logOut();
    else console.error(`language sync: ${error instanceof Error ? error.message : error}`);
  }
}
