import process from "node:process";
import type { BrowserContext, Page } from "playwright/test";
import { inScheme, SCHEMES, violationsOn } from "./axe";
import { htmlFaults } from "./html-faults";
import { comeAs, type Newcomer } from "./newcomers";
import { LOCALES } from "./pages";
import { expect, hydrated, test } from "./people";

const baseURL = () => process.env.E2E_BASE_URL ?? "";
const come = (context: BrowserContext, name: Newcomer) => comeAs(context, name, baseURL());
const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
const pick = (page: Page, name: string) =>
  page.getByRole("checkbox", { name, exact: true }).check({ force: true });
const profileOf = async (page: Page) => {
  const { idToken } = await (
    await page.request.post("/api/v1/auth/session-token", { headers: { Origin: baseURL() } })
  ).json();
  const { access_token } = await (
    await page.request.post("/api/v1/auth/login", { data: { firebaseToken: idToken } })
  ).json();
  return (
    await page.request.get("/api/v1/users/profile", {
      headers: { Authorization: `Bearer ${access_token}` },
    })
  ).json();
};

test.describe("the onboarding dialog", () => {
  test.use({ locale: "en-GB", reducedMotion: "reduce" });

  test("opens after a second, not before, and is announced by its heading", async ({
    page,
    context,
  }) => {
    await page.clock.install({ time: "2026-12-08T10:00:00Z" });
    await page.clock.pauseAt("2026-12-08T10:00:01Z");
    await come(context, "opens");
    await page.goto("/cities?lang=en");
    await hydrated(page);
    const dialog = page.getByRole("dialog");
    await page.clock.runFor(900);
    await expect(dialog).toBeHidden();
    await page.clock.runFor(200);
    await expect(dialog).toBeVisible();
    await expect(page.getByRole("heading", { name: "Salaam" })).toBeFocused();
    await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "1");
  });

  test("does not open for visitors, and none of it is loaded", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.install();
    await page.goto("/cities?lang=en");
    await hydrated(page);
    await page.clock.runFor(1_500);
    // All requests that would load it have been sent before this one.
    await page.evaluate(async () => void (await fetch("/healthz")));
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(
      asked.filter(
        (url) =>
          /viewer-tasks-[^/]*\.(js|css)|onboarding|client-|\/api\//.test(url) &&
          !/entry\.client|loader/.test(url),
      ),
    ).toEqual([]);
  });

  test("stays open on Escape and on a click outside, and keeps the focus", async ({
    page,
    context,
  }) => {
    await come(context, "refuses");
    await page.goto("/events?lang=en");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let time = 0; time < 3; time++) await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    for (let time = 0; time < 12; time++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest("dialog") !== null,
        ),
      ).toBe(true);
    }
  });

  test("is skipped by its close icon, which restores the focus, and does not return", async ({
    page,
    context,
  }) => {
    await come(context, "skips");
    // Before the dialog, which takes the focus, can be open.
    await page.goto("/cities?lang=en", { waitUntil: "commit" });
    await page.locator("#q").focus();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("button", { name: "Skip and close" }).click();
    await expect(page.getByText("Onboarding skipped")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.locator("#q")).toBeFocused();
    await page.clock.install();
    await page.reload();
    await hydrated(page);
    await page.clock.fastForward(1_500);
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await profileOf(page)).toMatchObject({
      onboardingCompleted: true,
      interests: [],
      cities: [],
    });
  });

  for (const [locale, who, words] of [
    [
      "en",
      "completes",
      {
        next: "Next",
        back: "Back",
        done: "Get Started",
        more: "+1 more",
        city: "Find a city",
        yazd: "Yazd",
        welcome: /Welcome, .Nasrin/,
      },
    ],
    [
      "fa",
      "completes-fa",
      {
        next: "بعدی",
        back: "بازگشت",
        done: "شروع کنیم",
        more: "و ۱ تای دیگر",
        city: "جست‌وجوی شهر",
        yazd: "یزد",
        welcome: /Nasrin.*خوش آمدید/,
      },
    ],
  ] as const)
    test(`completes in ${locale}: the choices are summarized, saved, and not requested again`, async ({
      page,
      context,
    }) => {
      await come(context, who);
      await page.clock.install();
      await page.goto(`/events?lang=${locale}`);
      const dialog = page.getByRole("dialog");
      const go = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
      await expect(dialog).toBeVisible();
      await go(words.next);
      await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
      for (const interest of ["music", "art", "tech", "food", "health", "social", "family"])
        await dialog.locator(`input[value=${interest}]`).check({ force: true });
      expect(await violationsOn(page)).toEqual([]);
      await go(words.next);
      const search = dialog.getByRole("searchbox", { name: words.city });
      await search.fill(words.yazd);
      await search.press("Enter");
      await dialog.locator("input[value=yazd]").check({ force: true });
      await expect(dialog.locator("input[value=tehran]")).toBeHidden();
      await search.fill("");
      await dialog.locator("input[value=tehran]").check({ force: true });
      const list = await dialog
        .locator("input[value=tehran]")
        .evaluate((input) => input.closest("div")?.getBoundingClientRect().height);
      expect(list).toBeLessThanOrEqual(400);
      await go(words.next);
      await dialog.locator("input[value=daily]").check({ force: true });
      await dialog.locator("input[value=collections]").uncheck();
      await go(words.back);
      await expect(dialog.locator("input[value=yazd]")).toBeChecked();
      await go(words.next);
      await expect(dialog.locator("input[value=daily]")).toBeChecked();
      expect(await violationsOn(page)).toEqual([]);
      await go(words.next);
      await expect(dialog.getByRole("listitem").filter({ hasText: words.more })).toBeVisible();
      await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "5");
      await go(words.done);
      await expect(dialog).toBeHidden();
      await expect(page.getByText(words.welcome)).toBeVisible();
      const profile = await profileOf(page);
      expect(profile).toMatchObject({
        onboardingCompleted: true,
        interests: ["music", "art", "tech", "food", "health", "social", "family"],
      });
      expect(profile.cities.toSorted()).toEqual(["tehran", "yazd"]);
      expect(profile.notificationPreferences).toEqual({
        emailEnabled: true,
        pushEnabled: false,
        categories: ["newEvents", "recommendations", "savedEvents"],
        frequency: "daily",
      });
      // Client-side navigation: the dialog must not return after completion.
      const address = page.url();
      await page.locator("header nav a").first().click();
      await expect(page).not.toHaveURL(address);
      await page.clock.fastForward(1_500);
      await expect(dialog).toBeHidden();
    });

  test("shows and reports an API failure, loses nothing, and can be retried", async ({
    page,
    context,
  }) => {
    await come(context, "fails");
    const reported: string[] = [];
    page.on(
      "request",
      (request) => request.url().endsWith("/audit/logs") && reported.push(request.postData() ?? ""),
    );
    let isBroken = true;
    await page.route("**/api/v1/users/profile", (route) =>
      isBroken && route.request().method() === "PUT"
        ? route.fulfill({ status: 422, json: { message: "No." } })
        : route.continue(),
    );
    await page.goto("/events?lang=en");
    await next(page);
    await pick(page, "Art");
    for (let step = 2; step < 5; step++) await next(page);
    await page.getByRole("button", { name: "Get Started" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Failed to save preferences. Please try again." }),
    ).toBeVisible();
    await expect(page.getByRole("dialog").getByText("Art", { exact: true })).toBeVisible();
    await expect.poll(() => reported.length).toBe(1);
    expect(JSON.parse(reported[0] ?? "")).toMatchObject({
      action: "client.error",
      metadata: { message: "No.", context: "save preferences" },
    });
    isBroken = false;
    await page.getByRole("button", { name: "Get Started" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await profileOf(page)).toMatchObject({ interests: ["art"], onboardingCompleted: true });
  });

  test("shows a failure to load cities and retries; closes even if skipping fails", async ({
    page,
    context,
  }) => {
    await come(context, "fails-cities");
    let isBroken = true;
    await page.route("**/api/v1/cities", (route) =>
      isBroken ? route.fulfill({ status: 404, json: { message: "No." } }) : route.continue(),
    );
    await page.route("**/api/v1/users/profile", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 422, json: { message: "No." } })
        : route.continue(),
    );
    await page.goto("/events?lang=en");
    await next(page);
    await next(page);
    await expect(
      page.getByRole("alert").filter({ hasText: "Failed to load cities. Please try again." }),
    ).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("checkbox", { name: "Yazd" })).toBeAttached();
    await page.getByRole("button", { name: "Skip for now" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Failed to skip onboarding" }),
    ).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("leads to the login, which explains it, if the session has ended", async ({
    page,
    context,
  }) => {
    await come(context, "expired");
    await page.route("**/api/v1/auth/session-token", async (route) => {
      // With a valid cookie, /login would redirect back.
      await context.clearCookies();
      await route.fulfill({ status: 401, json: {} });
    });
    await page.goto("/events?lang=en");
    await page.waitForURL(/\/login\?returnTo=%2Fevents%3Flang%3Den/);
    await expect(page.getByText("Your session has expired. Please log in again.")).toBeVisible();
  });

  test("is a bottom sheet on phones", async ({ page, context }) => {
    await come(context, "looks");
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/events?lang=en");
    const box = await page.getByRole("dialog").boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(800);
  });
});

test("a language chosen before signing in is saved with the account", async ({ page, context }) => {
  await come(context, "language");
  await page.addInitScript(() => localStorage.setItem("rooydad.language", "fa"));
  await page.goto("/cities");
  await expect.poll(async () => (await profileOf(page)).preferredLanguage).toBe("fa");
});

for (const [locale, who, words] of [
  [
    "en",
    "pages-en",
    { next: "Next", back: "Back", done: "Get Started", welcome: /Welcome, Nasrin/ },
  ],
  [
    "fa",
    "pages-fa",
    { next: "بعدی", back: "بازگشت", done: "شروع کنیم", welcome: /Nasrin.*خوش آمدید/ },
  ],
] as const)
  test.describe(`the onboarding pages in ${locale} without a script`, () => {
    test.use({ javaScriptEnabled: false, locale: "en-GB" });

    test("lead from 1 to 5, back and forth, and keep the choices", async ({ page, context }) => {
      await come(context, who);
      await page.goto(`/cities?lang=${locale}`);
      await page.locator("noscript a, p a[href^='/onboarding']").first().click();
      await expect(page).toHaveURL(/\/onboarding\/1/);
      const go = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await go(words.next);
      await page.locator("input[value=music]").check({ force: true });
      await page.locator("input[value=food]").check({ force: true });
      await go(words.next);
      await page.locator("input[value=yazd]").check({ force: true });
      await go(words.back);
      await expect(page).toHaveURL(/\/onboarding\/2\?/);
      await expect(page.locator("input[value=food]")).toBeChecked();
      await page.locator("input[value=food]").uncheck({ force: true });
      await go(words.next);
      await expect(page.locator("input[value=yazd]")).toBeChecked();
      await go(words.next);
      await page.locator("input[name=email][type=checkbox]").uncheck();
      // Enter acts like Next.
      await page.locator("input[name=email][type=checkbox]").press("Enter");
      await expect(page).toHaveURL(/\/onboarding\/5\?/);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByRole("listitem")).toHaveCount(3);
      await go(words.done);
      await expect(page).toHaveURL(`/?lang=${locale}`);
      await expect(page.getByText(words.welcome)).toBeVisible();
      expect(await profileOf(page)).toMatchObject({
        onboardingCompleted: true,
        interests: ["music"],
        cities: ["yazd"],
        notificationPreferences: { emailEnabled: false },
      });
      await page.goto("/onboarding/3");
      await expect(page.locator("input[value=yazd]")).toBeChecked();
    });
  });

test("an onboarding page with a script focuses its heading, and skipping is announced", async ({
  page,
  context,
}) => {
  await come(context, "skips-page");
  await page.clock.install();
  await page.goto("/onboarding/1?lang=en");
  await hydrated(page);
  await next(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.clock.fastForward(1_200);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page).toHaveURL("/?lang=en");
  await expect(page.getByText("Onboarding skipped")).toBeVisible();
});

for (const locale of LOCALES)
  test.describe(locale, () => {
    // A blocked service worker is a warning in the console.
    test.use({
      colorScheme: SCHEMES[locale],
      reducedMotion: "reduce",
      serviceWorkers: "allow",
    });

    for (const step of [1, 2, 3, 4, 5])
      test(`step ${step}: axe finds nothing in the ${SCHEMES[locale]} theme, the HTML is valid, and it fits 320 px`, async ({
        page,
        context,
      }) => {
        await come(context, "again");
        const said: string[] = [];
        page.on(
          "console",
          (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()),
        );
        const response = await page.goto(
          `/onboarding/${step}?lang=${locale}&interests=music&interests=art&cities=yazd`,
        );
        await hydrated(page);
        await inScheme(page, SCHEMES[locale]);
        expect(await violationsOn(page)).toEqual([]);
        expect(await htmlFaults((await response?.text()) ?? "")).toEqual([]);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          320,
        );
        expect(said).toEqual([]);
      });
  });
