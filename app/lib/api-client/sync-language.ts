import type { Locale } from "../../i18n/locale";
import type { ApiClient } from "./api-client";
import { ApiError } from "./api-error";

/**
 * Stores this browser's language in the account. A 401 means that the session ended, and logs out;
 * other errors are only logged (product.md §8).
 */
export async function syncLanguage(
  client: Pick<ApiClient, "call">,
  language: Locale,
  logOut: () => void,
): Promise<void> {
  try {
    await client.call("PUT", "/users/profile", { preferredLanguage: language });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) logOut();
    else console.error(`language sync: ${error instanceof Error ? error.message : error}`);
  }
}
