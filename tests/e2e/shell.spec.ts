import { expect, test } from "playwright/test";

test.describe("the header", () => {
  test("changes the theme in place, keeps it, and does not flash on the next page", async ({ page }) => {
    await page.goto("/events?lang=en");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    const response = await page.goto("/cities?lang=en");
    expect(await response?.text()).toContain('data-mantine-color-scheme="dark"');
  });

  test("changes the language for a year and keeps the page", async ({ page, context }) => {
    await page.goto("/events?when=week&lang=en");
    await page.locator("summary[aria-label^='Language']").click();
    await page.getByRole("button", { name: "فارسی" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page).toHaveURL(/when=week/);
    const cookie = (await context.cookies()).find(({ name }) => name === "rooydad.language");
    expect(cookie?.value).toBe("fa");
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
  });

  test("has a drawer on phones, on the right in both languages", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [locale, menu] of [
      ["en", "Menu"],
      ["fa", "منو"],
    ] as const) {
      await page.goto(`/events?lang=${locale}`);
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: menu, exact: true }).click();
      const drawer = page.getByRole("dialog");
      await expect(drawer).toBeVisible();
      await expect.poll(async () => (await drawer.boundingBox())?.x).toBeGreaterThan(60);
      await page.keyboard.press("Escape");
      await expect(drawer).toBeHidden();
    }
  });
});
