import process from "node:process";
import { type BrowserContext, test as base, expect, type Page } from "playwright/test";
import type { Role } from "./pages";

/** As db/seed/demo-accounts has it; that file reads JSON in a way that Playwright does not. */
export const DEMO_PASSWORD = process.env.SEED_PASSWORD || "Rooydad-demo-1405";

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Fills in the form of logging in and sends it. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/login?lang=en");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.getByRole("main").locator("button[name=intent]").click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Tests whose browser may be somebody's: `test.use({ role: "admin" })`. A worker logs each role in once. */
export const test = base.extend<{ role: Role | null; reactErrors: undefined }, { statesByRole: Map<Role, State> }>({
  // Whatever a test does: React must find the page that the server sent, and render it, without an error.
  reactErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (/React error #|hydrat/i.test(text)) errors.push(text);
      };
      context.on("weberror", (error) => note(error.error().message));
      context.on("console", (message) => message.type() === "error" && note(message.text()));
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  role: [null, { option: true }],
  statesByRole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to know what a fixture needs
    async ({}, use) => {
      await use(new Map());
    },
    { scope: "worker" },
  ],
  storageState: async ({ role, statesByRole, browser, baseURL }, use) => {
    if (role === null) return use(undefined);
    let state = statesByRole.get(role);
    if (!state) {
      const context = await browser.newContext({ baseURL, storageState: undefined });
      await logIn(await context.newPage(), `${role}@rooydad.example`);
      state = await context.storageState();
      await context.close();
      statesByRole.set(role, state);
    }
    await use(state);
  },
  // Requests of their own are the same person's.
  request: async ({ playwright, baseURL, storageState }, use) => {
    const request = await playwright.request.newContext({ baseURL, storageState });
    await use(request);
    await request.dispose();
  },
});

export { expect };
