import process from "node:process";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from "playwright/test";
import type { Role } from "./pages";

/** Same as in db/seed/demo-accounts, whose JSON import Playwright does not support. */
export const DEMO_PASSWORD = process.env.SEED_PASSWORD || "Rooydad-demo-1405";

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Submits the login form. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/login?lang=en");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.getByRole("main").locator("button[name=intent]").click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Waits until React has hydrated the page and handles events, as with a reader who has moved. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Marks the document while Remix is on its way to another page. */
const NAVIGATING = "data-navigating";

/**
 * Actions and expectations wait while Remix is on its way to another page: until then the page
 * before still stands, and a press or a look would be about that one.
 */
function settled(context: BrowserContext): BrowserContext {
  context.on("page", (page) => {
    // No init script, which would run in frames too, where the sandbox of mails refuses it aloud.
    page.on("domcontentloaded", () => page.evaluate(markNavigation, NAVIGATING).catch(() => {}));
    const navigating = page.locator(`html[${NAVIGATING}]`);
    const arrival = async () => {
      if (!seeingNavigation.has(page)) await navigating.waitFor({ state: "detached" });
    };
    page.addLocatorHandler(navigating, arrival, { noWaitAfter: true }).catch(() => {});
  });
  return context;
}

/** Follows the router of the page, which is there once React is. */
function markNavigation(mark: string): void {
  const { __remixRouter: router } = window as unknown as { __remixRouter?: Router };
  if (!router) {
    setTimeout(markNavigation, 20, mark);
    return;
  }
  router.subscribe(({ navigation }) => {
    document.documentElement.toggleAttribute(mark, navigation.state !== "idle");
  });
}

const seeingNavigation = new WeakSet<Page>();

/** For tests of what a page shows while Remix is on its way to another. */
export const seeNavigation = (page: Page): unknown => seeingNavigation.add(page);

/** What the tests use of Remix's router in a page. */
export interface Router {
  revalidate(): void;
  subscribe(
    listener: (state: { navigation: { state: string }; revalidation: string }) => void,
  ): void;
}

/** Tests with a role: `test.use({ role: "admin" })`. A worker signs each role in once. */
export const test = base.extend<
  { role: Role | null; reactErrors: undefined },
  { statesByRole: Map<Role, State> }
>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => settled(await open(options));
      await use(browser);
    },
    { scope: "worker" },
  ],
  // For every test: React must hydrate and render the server's page without errors.
  reactErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (/React error #|hydrat/i.test(text)) errors.push(text);
      };
      const caught = (error: WebError) => note(error.error().message);
      context.on("weberror", caught);
      const read = (message: ConsoleMessage) => message.type() === "error" && note(message.text());
      context.on("console", read);
      await use(undefined);
      context.off("console", read);
      context.off("weberror", caught);
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
  // The `request` fixture uses the same session.
  request: async ({ playwright, baseURL, storageState }, use) => {
    const request = await playwright.request.newContext({ baseURL, storageState });
    await use(request);
    await request.dispose();
  },
});

/**
 * Read-only tests: a worker shares one browser context per role and theme, so that scripts and
 * styles load once.
 */
export const sharedTest = test.extend<object, { shared: Map<string, BrowserContext> }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to know what a fixture needs
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: "worker" },
  ],
  context: async (
    { shared, browser, baseURL, role, storageState, colorScheme, contextOptions },
    use,
  ) => {
    const key = `${role} ${colorScheme}`;
    let context = shared.get(key);
    if (!context) {
      context = await browser.newContext({
        ...contextOptions,
        baseURL,
        storageState,
        colorScheme,
      });
      shared.set(key, context);
    }
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
  },
});

export { expect };
