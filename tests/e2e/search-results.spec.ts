import { expect, test } from "./people";

/** Result pages need no script: without one, all of them are links and forms. */
test.describe("result pages without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("offer the nearest alternatives where nothing matches everything, each with the count of its page", async ({
    page,
  }) => {
    await page.goto("/events?lang=en&q=opera+kish+tomorrow+under+1+euro");
    await expect(page.getByRole("heading", { name: /^No events match everything/ })).toBeVisible();
    const nearest = page
      .locator("#results li, #results p")
      .filter({ hasText: /\d+ events?$/ })
      .first();
    const count = (await nearest.textContent())?.match(/(\d+) events?$/)?.[1];
    await nearest.getByRole("link").click();
    await expect(page.locator("main")).toContainText(new RegExp(`(?<!\\d)${count} events?(?!\\w)`));
  });

  test("show what has all words first, and what lacks one under its own heading", async ({
    page,
  }) => {
    await page.goto("/events?lang=en&q=persian+calligraphy+workshop");
    const headings = page.locator("#results h2");
    await expect(headings.first()).toHaveText(/^With all words/);
    await expect(headings.nth(1)).toHaveText(/^(Without “|In other categories|With fewer)/);
  });

  test("announce a correction, with a way back and forth", async ({ page }) => {
    await page.goto("/events?lang=fa&q=konsert+sonnati");
    await expect(
      page.locator("#results, main").getByText("برای «کنسرت سنتی» جست‌وجو کردیم.").first(),
    ).toBeVisible();
    await page.getByRole("link", { name: "جست‌وجوی همان «konsert sonnati»" }).click();
    await expect(page).toHaveURL(/without=corrections/);
    await page.getByRole("link", { name: /^منظورتان/ }).click();
    await expect(page).not.toHaveURL(/without=corrections/);
  });

  test("are no dead end where nothing is known", async ({ page }) => {
    // As typed: the stand-in of a model reads words into anything.
    await page.goto("/events?lang=en&q=qqqxxqq&without=corrections");
    await page
      .locator("#results a")
      .filter({ hasText: /^All events/ })
      .click();
    await expect(page.locator("#results article").first()).toBeVisible();
  });

  test("let explicit parameters win over words, and remove each filter by its chip", async ({
    page,
  }) => {
    await page.goto("/events?lang=en&q=kids+3-6+tehran&age=12&city=isfahan");
    const remove = (name: string) => page.getByRole("link", { name: `Remove filter: ${name}` });
    await expect(remove("Age 12")).toBeVisible();
    await expect(remove("Isfahan")).toBeVisible();
    await expect(remove("Tehran")).toHaveCount(0);
    await expect(page.locator("#age")).toHaveValue("12");
    await remove("Age 12").click();
    await expect(remove("For children, Ages 3–6")).toBeVisible();
    await remove("For children, Ages 3–6").click();
    await expect(page).toHaveURL(/without=audience/);
  });

  for (const { locale, q, chips } of [
    { locale: "en", q: "free concert in tehran", chips: ["Concert", "Free only", "Tehran"] },
    {
      locale: "en",
      q: "something for a child on Friday in Tehran",
      chips: ["For children", "Friday", "Tehran"],
    },
    { locale: "fa", q: "نمایشگاه رایگان شیراز", chips: ["شیراز", "فقط رایگان", "نمایشگاه هنر"] },
    { locale: "fa", q: "یه چیزی برای بچه‌ها جمعه تهران", chips: ["تهران", "جمعه", "مناسب کودکان"] },
  ]) {
    test(`repeat no words that other chips cover: ${q}`, async ({ page }) => {
      await page.goto(`/events?lang=${locale}&q=${encodeURIComponent(q)}`);
      const shown = await page.locator("#results li:has(> a > svg) > a").allTextContents();
      expect(
        [...new Set(shown.map((text) => text.trim()))].sort((a, b) => a.localeCompare(b, locale)),
      ).toEqual(chips);
      await expect(page.locator('form[role="search"] input[name="q"]').first()).toHaveValue(q);
    });
  }
});
