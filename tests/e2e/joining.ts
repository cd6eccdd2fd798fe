import type { Page } from "playwright/test";
import { linkInMail } from "./outbox";

export const PASSWORD = "a sentence that nobody knows";

/** An account of its own for each test, its address confirmed: what one changes, another must not find. */
export async function joinAsNew(page: Page): Promise<string> {
  const email = `nasrin-${Math.random().toString(36).slice(2)}@rooydad.example`;
  await page.goto("/signup?lang=en");
  await page.locator("#displayName").fill("Nasrin Kamali");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(PASSWORD);
  for (const box of await page.getByRole("main").getByRole("checkbox").all()) await box.check();
  await page.getByRole("main").locator("button[name=intent]").click();
  await page.waitForURL((url) => url.pathname !== "/signup");
  await page.goto(await linkInMail("verifyEmail", email));
  await page.getByRole("main").locator("button[name=intent]").first().click();
  // The browser that signed up is logged in by it.
  await page.waitForURL((url) => !url.searchParams.has("token"));
  // Or its dialog would open over the page a second later.
  await page.goto("/onboarding/1");
  await page.locator("button[value=skip]").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/onboarding"));
  return email;
}
