import { joinAsNew } from "./joining";
import { expect, test } from "./people";

test.describe("without a script, in Persian", () => {
  test.use({ role: "admin", javaScriptEnabled: false });

  test("an admin makes somebody a moderator by the dialog, and their own session is over", async ({ page, browser, baseURL }) => {
    const elsewhere = await browser.newContext({ baseURL, storageState: undefined });
    const other = await elsewhere.newPage();
    const email = await joinAsNew(other);
    await page.goto(`/admin/users?lang=fa&q=${encodeURIComponent(email)}`);
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("link", { name: "تغییر نقش" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^ناظر/ }).check();
    await expect(dialog.getByText("ارتقا: از این پس کارهای بیشتری از او برمی‌آید.")).toBeVisible();
    await dialog.getByRole("button", { name: "تغییر نقش" }).click();
    await expect(page.getByText("نقش تغییر کرد.")).toBeVisible();
    await expect(page.getByRole("main").getByText("ناظر", { exact: true }).first()).toBeVisible();
    await other.goto("/account");
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();
  });
});

test.describe("with a script", () => {
  test.use({ role: "moderator" });

  test("typed coordinates move the mark at once, and the queue's keys stay switched off", async ({ page }) => {
    await page.goto("/admin/cities/tehran?lang=en");
    await page.waitForLoadState("networkidle");
    const mark = page.getByRole("img", { name: "The position among the known cities." }).locator("circle[class*=mark]");
    await page.getByLabel("Longitude").fill("۵۲٫۵");
    await expect(mark).toHaveAttribute("cx", "52.5");
    await page.getByLabel("Longitude").fill("-79.4");
    await expect(mark).toHaveAttribute("cx", "-79.4");
    await expect(mark).toBeInViewport();
    await page.goto("/admin/pending-events?lang=en");
    const keys = page.getByLabel("Use these keys");
    for (const isFirst of [true, false]) {
      await page.waitForLoadState("networkidle");
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await expect(keys).toBeChecked({ checked: isFirst });
      if (isFirst) await keys.uncheck();
      await page.reload();
    }
  });
});
