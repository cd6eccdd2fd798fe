import { Buffer } from "node:buffer";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { violationsOn } from "./axe";
import { joinAsNew, PASSWORD } from "./joining";
import { expect, logIn, test } from "./people";

/** 16 × 16, red. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGM4oKBAEmIY1TCqYfhqAAC6CAAQx2ckEwAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * The TOTP code some 30-second steps ahead of the server's clock, which differs from this
 * machine's. Each step is valid once.
 */
async function codeOf(page: Page, secret: string, stepsAhead: number): Promise<string> {
  const { exportedAt } = await (await page.request.get("/account/export.json")).json();
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse(exportedAt) + stepsAhead * 30_000,
  });
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/account?lang=en");
  await page.locator("summary", { hasText: "Your account" }).click();
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForURL(/\/login/);
}

for (const scripted of [true, false])
  test.describe(scripted ? "with a script" : "without one", () => {
    test.use({ javaScriptEnabled: scripted });

    test("a name can be changed, but not to an empty one", async ({ page }) => {
      await joinAsNew(page);
      await page.goto("/account?lang=en");
      const name = page.getByRole("textbox", { name: "Display name" });
      await name.fill("  ");
      await page.locator("button[value=name]").click();
      await expect(page.getByText("We could not update your name.")).toBeVisible();
      await expect(name).toHaveAttribute("aria-invalid", "true");
      await name.fill("نسرین کمالی");
      await page.locator("button[value=name]").click();
      await expect(page.getByRole("status").getByText("Saved.")).toBeVisible();
      await expect(
        page.getByRole("navigation", { name: "Your account" }).getByText("نسرین کمالی"),
      ).toBeVisible();
    });

    test("language, theme and calendar apply at once, on other devices too", async ({
      page,
      browser,
      baseURL,
    }) => {
      const email = await joinAsNew(page);
      await page.goto("/account?lang=en");
      await page.getByLabel("Language", { exact: true }).selectOption("fa");
      await page.getByLabel("Theme", { exact: true }).selectOption("dark");
      await page.getByLabel("Calendar", { exact: true }).selectOption("gregorian");
      await page.locator("button[value=display]").click();
      await expect(page.locator("html")).toHaveAttribute("lang", "fa");
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("حساب");
      await page.goto("/");
      await expect(page.getByText("سه‌شنبه ۸ دسامبر").first()).toBeVisible();

      const device = await browser.newContext({
        baseURL,
        locale: "en-GB",
        javaScriptEnabled: scripted,
      });
      const other = await device.newPage();
      await logIn(other, email, PASSWORD);
      await other.goto("/events");
      await expect(other.locator("html")).toHaveAttribute("lang", "fa");
      await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
      await device.close();
    });

    test("a picture is uploaded, shown and removed", async ({ page }) => {
      await joinAsNew(page);
      await page.goto("/account?lang=en");
      await page.getByLabel("Choose a picture").setInputFiles({
        name: "notes.png",
        mimeType: "image/png",
        buffer: Buffer.from("no picture"),
      });
      await page.locator("button[value=picture]").click();
      await expect(page.getByText("That isn’t a JPG, PNG or WebP picture.").first()).toBeVisible();
      await page
        .getByLabel("Choose a picture")
        .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PICTURE });
      await page.locator("button[value=picture]").click();
      const picture = page.getByRole("main").locator("img[src^='/media/users/']");
      await expect(picture).toBeVisible();
      expect((await page.request.get((await picture.getAttribute("src")) ?? "")).status()).toBe(
        200,
      );
      await page.locator("button[value=remove-picture]").click();
      await expect(picture).toHaveCount(0);
    });

    test("a second factor is set up and required; a recovery code replaces it", async ({
      page,
    }) => {
      const email = await joinAsNew(page);
      await page.goto("/account/security?lang=en");
      await page.locator("button[value=begin-two-factor]").click();
      await expect(
        page.getByRole("img", { name: "QR code for the authenticator app" }),
      ).toBeVisible();
      const secret = ((await page.locator("#two-factor code").textContent()) ?? "").replaceAll(
        " ",
        "",
      );
      await page.getByLabel("Code from the app").fill(await codeOf(page, secret, 0));
      await page.locator("button[value=confirm-two-factor]").click();
      const codes = page.locator("section[aria-labelledby=recovery-codes] li");
      await expect(codes).toHaveCount(10);
      const recovery = (await codes.first().textContent()) ?? "";
      const next = await codeOf(page, secret, 1);

      await logOut(page);
      await logIn(page, email, PASSWORD);
      await expect(page).toHaveURL(/\/login\/two-factor/);
      // The address changes before the page does.
      await expect(page.locator("input[type=password]")).toHaveCount(0);
      // axe waits by timers, which a page without scripts does not run.
      if (scripted) expect(await violationsOn(page)).toEqual([]);
      await page.getByRole("main").getByRole("textbox").first().fill(next);
      await page.getByRole("main").locator("button[name=intent]").first().click();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"));

      await logOut(page);
      await logIn(page, email, PASSWORD);
      await page.getByRole("main").getByRole("textbox").first().fill(recovery);
      await page.getByRole("main").locator("button[name=intent]").first().click();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"));
      await page.goto("/account/security?lang=en");
      await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
    });

    test("other sessions are ended", async ({ page, browser, baseURL }) => {
      const email = await joinAsNew(page);
      const device = await browser.newContext({
        baseURL,
        userAgent:
          "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) Version/17.6 Safari/604.1",
      });
      const other = await device.newPage();
      await logIn(other, email, PASSWORD);
      await page.goto("/account/security?lang=en");
      await page.getByRole("button", { name: "End access of Safari on iPhone" }).click();
      await expect(page.getByText("Safari on iPhone")).toHaveCount(0);
      await other.goto("/account");
      await expect(other).toHaveURL(/\/login/);
      await device.close();
    });

    test("preferences are saved", async ({ page }) => {
      await joinAsNew(page);
      await page.goto("/account/preferences?lang=en");
      await page.getByRole("checkbox", { name: "Music" }).check();
      if (scripted) await page.getByLabel("Find a city").fill("شیر");
      await page.getByRole("checkbox", { name: /^Shiraz/ }).check();
      if (scripted) await expect(page.getByRole("checkbox", { name: /^Tehran/ })).toBeHidden();
      await page.getByLabel("How often").selectOption("daily");
      await page.getByRole("checkbox", { name: "Send it by email" }).uncheck();
      await page.locator("button[value=save]").click();
      await expect(page.getByRole("status").getByText("Saved.")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("checkbox", { name: "Music" })).toBeChecked();
      await expect(page.getByRole("checkbox", { name: /^Shiraz/ })).toBeChecked();
      await expect(page.getByRole("checkbox", { name: "Send it by email" })).not.toBeChecked();
      await expect(page.getByLabel("How often")).toHaveValue("daily");
    });

    test("account deletion is confirmed, announced on every page, and cancelled", async ({
      page,
    }) => {
      await joinAsNew(page);
      await page.goto("/account/data?lang=fa");
      await page.getByLabel("گذرواژهٔ فعلی").fill(PASSWORD);
      await page.getByLabel(/برای تأیید بنویسید/).fill("حذف");
      await page.locator("button[value=delete]").click();
      await expect(page.getByRole("status").getByText("۱۴ روز دیگر")).toBeVisible();
      await page.goto("/account/preferences?lang=fa");
      await page.getByRole("button", { name: "حسابم بماند" }).click();
      await expect(page.getByRole("button", { name: "حسابم بماند" })).toHaveCount(0);
    });
  });
