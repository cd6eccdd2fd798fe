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
