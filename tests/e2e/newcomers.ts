import { createHash } from "node:crypto";
import type { BrowserContext } from "playwright/test";

/** Accounts before onboarding, one per test, since each test changes its account. */
const NAMES = [
  "opens",
  "refuses",
  "skips",
  "completes",
  "completes-fa",
  "fails",
  "fails-cities",
  "pages-en",
  "pages-fa",
  "again",
  "looks",
  "language",
  "expired",
  "skips-page",
  "hosts",
  "awaits",
  "hears",
  "doors",
  "back",
] as const;
export type Newcomer = (typeof NAMES)[number];

const tokenOf = (name: Newcomer) =>
  Buffer.from(`newcomer-${name}`.padEnd(32, "-").slice(0, 32)).toString("base64url");
const hexOf = (text: string) => createHash("sha256").update(text).digest("hex");
export const idOf = (name: Newcomer) => {
  const hex = hexOf(`newcomer ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const DAY = 86_400_000;
const NOTIFICATIONS = JSON.stringify({
  emailEnabled: true,
  pushEnabled: false,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "weekly",
});

/** SQL for these accounts with a session each. @param now ISO 8601 */
export function newcomersSql(now: string): string {
  const at = Date.parse(now);
  return NAMES.flatMap((name) => [
    `INSERT OR REPLACE INTO users (id, email, email_verified_at, display_name, interests, cities, notification_preferences, search_key, created_at, updated_at)
     VALUES ('${idOf(name)}', '${name}@newcomers.example', ${at}, 'Nasrin', '[]', '[]', '${NOTIFICATIONS}', 'nasrin', ${at}, ${at});`,
    `INSERT OR REPLACE INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, ends_at)
     VALUES ('${idOf(name)}', '${idOf(name)}', '${hexOf(tokenOf(name))}', ${at}, ${at}, ${at + 30 * DAY}, ${at + 90 * DAY});`,
  ]).join("\n");
}

/** Signs the browser in as that account. */
export async function comeAs(
  context: BrowserContext,
  name: Newcomer,
  baseURL: string,
): Promise<void> {
  await context.addCookies([
    {
      name: "rooydad-session",
      value: tokenOf(name),
      url: baseURL,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
}
