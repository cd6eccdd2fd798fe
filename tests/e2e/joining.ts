import { createHash, scryptSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, type Page, test } from "playwright/test";

export const PASSWORD = "a sentence that nobody knows";
/** log2 of scrypt's N on the server under test: saves a tenth of a second per sign-in. */
export const PASSWORD_LOG2_N = 4;
/** More accounts than tests need, including retries. */
const MEMBERS = 60;

const emailOf = (number: number) => `nasrin-${number}@rooydad.example`;
const idOf = (number: number) => {
  const hex = createHash("sha256").update(`member ${number}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const NOTIFICATIONS = JSON.stringify({
  emailEnabled: true,
  pushEnabled: false,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "weekly",
});

/** SQL for verified and onboarded members with the password PASSWORD. @param now ISO 8601 */
export function membersSql(now: string): string {
  const at = Date.parse(now);
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** PASSWORD_LOG2_N, r: 8, p: 1 });
  const hash = [
    "scrypt",
    PASSWORD_LOG2_N,
    8,
    1,
    salt.toString("base64"),
    key.toString("base64"),
  ].join("$");
  return Array.from({ length: MEMBERS }, (_, number) => {
    const email = emailOf(number);
    return `INSERT OR REPLACE INTO users (id, email, email_verified_at, email_proved_at, display_name, password_hash, preferred_language, interests, cities, notification_preferences, onboarding_completed_at, search_key, created_at, updated_at)
      VALUES ('${idOf(number)}', '${email}', ${at}, ${at}, 'Nasrin Kamali', '${hash}', 'en', '[]', '[]', '${NOTIFICATIONS}', ${at}, 'nasrin kamali ${email}', ${at}, ${at});`;
  }).join("\n");
}

/** Claims a member for one test, since tests change their accounts. */
async function claimMember(): Promise<string> {
  const folder = join(process.env.E2E_STATE ?? "", "members");
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < MEMBERS; number++)
    try {
      await writeFile(join(folder, String(number)), test.info().title, { flag: "wx" });
      return emailOf(number);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  throw new Error(`All ${MEMBERS} members have been used: raise MEMBERS.`);
}

/** Signs the browser in to an unused member account. @returns the address */
export async function joinAsNew(page: Page): Promise<string> {
  const email = await claimMember();
  const { origin } = new URL((await page.request.get("/healthz")).url());
  const answer = await page.request.post("/login", {
    headers: { Origin: origin },
    form: { email, password: PASSWORD },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  return email;
}
