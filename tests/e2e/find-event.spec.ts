import { expect, type Page, test } from "playwright/test";

/**
 * The seed contains one free concert in Tehran on the coming weekend (db/seed/extra-events.json).
 */
const WORDS = {
  en: {
    what: "What",
    search: "Search",
    free: "Free",
    weekend: "This weekend",
    concert: "Concert",
    title: "Open-Air Daf and Tanbur: a Free Concert",
    tehran: "Tehran",
    results: /What’s on in Tehran/,
  },
  fa: {
    what: "چه",
    search: "جست‌وجو",
    free: "رایگان",
    weekend: "آخر هفته",
    concert: "کنسرت",
    title: "دف و تنبور زیر آسمان: کنسرت رایگان",
    tehran: "تهران",
    results: /در تهران چه خبر است؟/,
  },
} as const;

type Locale = keyof typeof WORDS;

async function speak(page: Page, locale: Locale) {
  await page.setExtraHTTPHeaders({ "Accept-Language": locale });
}

for (const locale of ["en", "fa"] as const) {
  const words = WORDS[locale];

  test.describe(`a visitor who reads ${locale}`, () => {
    test.use({ locale: locale === "fa" ? "fa-IR" : "en-GB" });

    test("finds a free concert in Tehran this weekend by city, category, day and price", async ({
      page,
    }) => {
      await speak(page, locale);
      await page.goto("/events");
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      await page.locator("#search-city").selectOption("tehran");
      await expect(page.getByRole("heading", { level: 1, name: words.results })).toBeVisible();
      await page.locator('details[data-pop="day"] summary').click();
      await page.getByRole("link", { name: words.weekend, exact: true }).click();
      await expect(page).toHaveURL(/when=weekend/);
      await page.locator('details[data-pop="price"] summary').click();
      await page.getByRole("link", { name: words.free, exact: true }).click();
      await expect(page).toHaveURL(/free=1/);
      await page.locator('details[data-pop="category"] > summary').click();
      await page.getByRole("checkbox", { name: words.concert, exact: true }).check();
      await expect(page).toHaveURL(/category=concert/);
      await page.getByRole("link", { name: words.title }).click();
      await expect(page.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
      await expect(page.getByText(words.free, { exact: true }).first()).toBeVisible();
    });

    test("takes the city chosen on the home page along to a shortcut", async ({
      page,
      baseURL,
    }) => {
      await speak(page, locale);
      await page.context().addCookies([{ name: "rooydad.city", value: "all", url: baseURL ?? "" }]);
      await page.goto("/");
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      await page.locator("#search-city").selectOption("tehran");
      await page.getByRole("link", { name: words.weekend, exact: true }).click();
      await expect(page).toHaveURL(/when=weekend/);
      await expect(page.getByRole("heading", { level: 1, name: words.results })).toBeVisible();
    });

    test("finds it with words alone", async ({ page }) => {
      await speak(page, locale);
      await page.goto("/");
      await page
        .getByRole("searchbox")
        .first()
        .fill(locale === "fa" ? "کنسرت رایگان تهران آخر هفته" : "free concert tehran weekend");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("link", { name: words.title })).toBeVisible();
    });

    test("finds it with the keyboard alone", async ({ page }) => {
      await speak(page, locale);
      await page.goto("/events");
      await page.locator("html[data-scripted]").waitFor();
      await tabTo(page, "#q");
      await page.keyboard.type(locale === "fa" ? "کنسرت رایگان تهران" : "free concert tehran");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/q=/);
      await tabTo(page, `a:has-text("${words.title}")`);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
    });

    test.describe("without JavaScript", () => {
      test.use({ javaScriptEnabled: false });

      test("finds it by the form and links alone", async ({ page }) => {
        await speak(page, locale);
        await page.goto("/events");
        await page.locator('details[data-pop="day"] summary').click();
        await page.getByRole("link", { name: words.weekend, exact: true }).click();
        await page.locator('details[data-pop="price"] summary').click();
        await page.getByRole("link", { name: words.free, exact: true }).click();
        await page.locator("#search-city").selectOption("tehran");
        await page.locator('details[data-pop="category"] > summary').click();
        await page.locator('details[data-pop="category"] details > summary').click();
        await page.getByRole("checkbox", { name: words.concert, exact: true }).check();
        await page.getByRole("button", { name: words.search, exact: true }).first().click();
        await expect(page.getByRole("heading", { level: 1, name: words.results })).toBeVisible();
        await page.getByRole("link", { name: words.title }).click();
        await expect(page.getByRole("heading", { level: 1, name: words.title })).toBeVisible();
      });

      test("removes a filter, loads more and changes theme and language", async ({ page }) => {
        await speak(page, locale);
        await page.goto("/events?city=tehran&free=1");
        await page
          .getByRole("list")
          .filter({ hasText: words.tehran })
          .getByRole("link")
          .first()
          .click();
        await expect(page).not.toHaveURL(/city=tehran/);
        await page.goto("/events");
        await page.locator('a[href*="cursor="]').click();
        await expect(page.locator("article")).not.toHaveCount(0);
        await page.locator('button[name="theme"]:visible').click();
        await expect(page.locator("html")).toHaveAttribute(
          "data-mantine-color-scheme",
          /dark|light/,
        );
        await page.locator("summary").first().click();
        await page
          .locator(`button[name="language"][value="${locale === "fa" ? "en" : "fa"}"]`)
          .click();
        await expect(page.locator("html")).toHaveAttribute("lang", locale === "fa" ? "en" : "fa");
      });
    });
  });
}

/** Presses Tab until the selector has the focus. */
async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate(isFocused, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${selector}.`);
}

function isFocused(selector: string): boolean {
  const [css = "", text] = selector.split(":has-text(");
  const active = document.activeElement;
  return (
    Boolean(active?.matches(css)) &&
    (!text || Boolean(active?.textContent?.includes(text.slice(1, -2))))
  );
}
