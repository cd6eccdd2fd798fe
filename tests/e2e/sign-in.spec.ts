import process from "node:process";
import { type Browser, expect, type Page, test } from "playwright/test";
import auth from "../../app/locales/en/auth.json" with { type: "json" };
import common from "../../app/locales/en/common.json" with { type: "json" };
import authFa from "../../app/locales/fa/auth.json" with { type: "json" };
import commonFa from "../../app/locales/fa/common.json" with { type: "json" };
import { violationsOn } from "./axe";
import { linkInMail } from "./outbox";
import { DEMO_PASSWORD, hydrated, logIn } from "./people";
import { nameOf, WAYS, type Way } from "./ways";

const TEXTS = { en: { ...auth, common }, fa: { ...authFa, common: commonFa } };

test.skip(
  !process.env.E2E_STATE && Boolean(process.env.E2E_BASE_URL),
  "needs the server's own mails and provider",
);

async function open(browser: Browser, { locale, scripted }: Way): Promise<Page> {
  const context = await browser.newContext({
    locale: locale === "fa" ? "fa-IR" : "en-GB",
    javaScriptEnabled: scripted,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

const send = (page: Page) => page.locator('main button[type="submit"]').click();

async function isSignedIn(page: Page): Promise<boolean> {
  return (await page.context().cookies()).some(
    ({ name, value }) => name === "rooydad-session" && value !== "",
  );
}

for (const way of WAYS)
  test(`signing up, confirming, logging out, resetting the password and logging in, ${nameOf(way)}`, async ({
    browser,
  }) => {
    const text = TEXTS[way.locale];
    const page = await open(browser, way);
    const email = `nasrin.${way.locale}.${way.scripted ? "js" : "plain"}@example.com`;

    await test.step("sign up", async () => {
      await page.goto("/login?returnTo=/cities");
      await page.getByRole("link", { name: text.logIn.signUp }).click();
      await expect(page).toHaveURL(/\/signup\?returnTo=%2Fcities$/);
      await page.locator("#email").fill("nasrin@");
      await page.locator("#password").fill("short");
      await send(page);
      await expect(page.getByRole("alert").filter({ hasText: text.failure.check })).toBeVisible();
      if (way.scripted)
        await expect(page.getByRole("alert").filter({ hasText: text.failure.check })).toBeFocused();
      await expect(page.locator("#email")).toHaveValue("nasrin@");
      await expect(page.locator("#email")).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator("#password")).toHaveValue(way.scripted ? "short" : "");
      await page.locator("#displayName").fill("نسرین N.");
      await page.locator("#email").fill(email);
      await page.locator("#password").fill("an evening by the river");
      await page.locator("#isAdult16").check();
      await page.locator("#acceptsTerms").check();
      await send(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.sent.title);
      expect(await isSignedIn(page)).toBe(false);
    });

    await test.step("confirm the address", async () => {
      const link = await linkInMail("verifyEmail", email);
      await page.goto(link);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.verify.title);
      await send(page);
      // The page they requested before signing up, in the language of the mail.
      await expect(page).toHaveURL(`/cities?lang=${way.locale}`);
      await page.goto("/onboarding/1");
      await page.locator("button[value=skip]").click();
      await page.waitForURL((url) => !url.pathname.startsWith("/onboarding"));
      expect(await isSignedIn(page)).toBe(true);
    });

    await test.step("log out", async () => {
      await page.goto("/help");
      await page.locator("header details summary").last().click();
      await page.getByRole("button", { name: text.common.account.logOut }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText(text.common.account.loggedOut)).toBeVisible();
      expect(await isSignedIn(page)).toBe(false);
    });

    await test.step("set a new password", async () => {
      await page.getByRole("link", { name: text.logIn.forgot }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.forgot.title);
      await page.locator("#email").fill(email);
      await send(page);
      await expect(page.getByText(text.forgot.sent)).toBeVisible();
      await page.goto(await linkInMail("resetPassword", email));
      await page.locator("#password").fill("a night on the mountain");
      await send(page);
      await expect(page).toHaveURL(`/login?lang=${way.locale}`);
      await expect(page.getByText(text.reset.done)).toBeVisible();
    });

    await test.step("log in with it, but not with the old one", async () => {
      await page.goto("/login?returnTo=/cities");
      await page.locator("#email").fill(email);
      await page.locator("#password").fill("an evening by the river");
      await send(page);
      await expect(
        page.getByRole("alert").filter({ hasText: text.failure.credentials }),
      ).toBeVisible();
      await expect(page.locator("#email")).toHaveValue(email);
      await page.locator("#password").fill("a night on the mountain");
      if (way.scripted) {
        await page.getByRole("button", { name: text.field.show }).click();
        await expect(page.locator("#password")).toHaveAttribute("type", "text");
      } else await expect(page.getByRole("button", { name: text.field.show })).toBeHidden();
      await send(page);
      await expect(page).toHaveURL(/\/cities$/);
      await expect(
        page.getByText(text.common.account.welcome.replace("{{name}}", "نسرین N.")),
      ).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", way.locale);
      await page.goto("/login");
      await expect(page).toHaveURL(/\/$/);
    });
    await page.context().close();
  });

for (const way of WAYS)
  test(`signing in by the OpenID provider, ${nameOf(way)}`, async ({ browser }) => {
    const text = TEXTS[way.locale];
    const page = await open(browser, way);
    const google = page.getByRole("link", { name: text.google });

    await test.step("a user who cancels sees a message and can continue to the requested page", async () => {
      await page.goto("/login?returnTo=/cities");
      await google.click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(/\/login\?returnTo=%2Fcities$/);
      await expect(page.getByText(text.failure.google)).toBeVisible();
      expect(await isSignedIn(page)).toBe(false);
    });

    let callback = "";
    page.on("request", (request) => {
      if (request.url().includes("/login/google/callback")) callback = request.url();
    });
    await test.step("a user who confirms is signed in on the requested page", async () => {
      await google.click();
      await page.getByLabel("Account").fill(`sara-${way.locale}-${way.scripted ? "js" : "plain"}`);
      await page.getByRole("button", { name: "Enter" }).click();
      // A new user has no account before ticking both boxes.
      await expect(page).toHaveURL(/\/signup\/google\?returnTo=%2Fcities$/);
      await send(page);
      await expect(page.locator("#isAdult16-issue")).toBeVisible();
      await expect(page.locator("#acceptsTerms-issue")).toBeVisible();
      expect(await isSignedIn(page)).toBe(false);
      if (way.scripted) expect(await violationsOn(page)).toEqual([]);
      await page.locator("#isAdult16").check({ force: true });
      await page.locator("#acceptsTerms").check({ force: true });
      await send(page);
      await expect(page).toHaveURL(/\/cities$/);
      expect(await isSignedIn(page)).toBe(true);
    });

    await test.step("the same link never works again, here or elsewhere", async () => {
      expect(callback).toContain("code=");
      const stranger = await open(browser, way);
      for (const other of [page, stranger]) {
        await other.context().clearCookies({ name: "rooydad-session" });
        await other.goto(callback);
        await expect(other).toHaveURL(/\/login$/);
        await expect(other.getByText(text.failure.google)).toBeVisible();
        expect(await isSignedIn(other)).toBe(false);
      }
      await stranger.context().close();
    });
    await page.context().close();
  });

test("input of the event form and the staff area is restored after the session was revoked, passwords never", async ({
  browser,
  baseURL,
}) => {
  const email = "admin@rooydad.example";
  const context = await browser.newContext({
    baseURL,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) Version/17.6 Safari/604.1",
  });
  const page = await context.newPage();
  const desk = await (await browser.newContext({ baseURL })).newPage();
  await logIn(page, email);
  await logIn(desk, email);
  /** Revokes the session from another device. */
  const revoke = async () => {
    await desk.goto("/account/security?lang=en");
    await desk.getByRole("button", { name: "End access of Safari on iPhone" }).click();
    await expect(desk.getByText("Safari on iPhone")).toHaveCount(0);
  };
  const logInAgain = async (path: RegExp) => {
    await expect(page.getByText("Your session has expired")).toBeVisible();
    await page.locator("#email").fill(email);
    await page.locator("#password").fill(DEMO_PASSWORD);
    await page.getByRole("main").locator("button[name=intent]").last().click();
    await expect(page).toHaveURL(path);
  };
  const back = page.getByRole("button", { name: "Restore it" });

  await page.goto("/events/create?lang=en");
  await hydrated(page);
  await page.route("**/events/create/live*", (route) => route.abort());
  await page.locator("#event-title-en").fill("An evening that was nearly lost");
  await page.locator("input#event-city").fill("Tehran");
  await page.getByRole("option", { name: "Tehran" }).first().click();
  await revoke();
  await page.getByRole("button", { name: "Save draft" }).click();
  await logInAgain(/\/events\/create/);
  await back.click();
  await expect(page.locator("#event-title-en")).toHaveValue("An evening that was nearly lost");
  await expect(page.locator("input[name=city]")).toHaveValue("tehran");
  await expect(back).toHaveCount(0);
  page.on("dialog", (dialog) => void dialog.accept());

  await page.goto("/admin/cities/new?lang=en");
  await hydrated(page);
  await page.locator("input[name=nameEn]").fill("Lostville");
  await revoke();
  await page.locator("input[name=nameEn]").press("Enter");
  await logInAgain(/\/admin\/cities\/new/);
  // A form that keeps what is typed has it without being asked.
  await expect(page.locator("input[name=nameEn]")).toHaveValue("Lostville");
  await expect(back).toHaveCount(0);

  await page.goto("/account/security?lang=en");
  await hydrated(page);
  const secrets = page.locator("input[type=password]");
  for (const field of await secrets.all()) await field.fill("a sentence of mine alone");
  expect(await secrets.count()).toBeGreaterThan(0);
  await revoke();
  await page.locator("button[value=password]").click();
  await logInAgain(/\/account\/security/);
  await expect(back).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(
    "a sentence of mine",
  );
  await context.close();
  await desk.context().close();
});
