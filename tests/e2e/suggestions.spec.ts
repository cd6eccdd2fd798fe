import { expect, type Page, type Request, test } from "playwright/test";
import { inScheme, SCHEMES, violationsOn } from "./axe";

const WORDS = {
  en: {
    typed: "concert",
    city: "tehr",
    chips: ["Concert", "Tehran"],
    clear: "Clear recent searches",
    found: /^\d+ suggestions$/,
  },
  fa: {
    typed: "کنسرت",
    city: "تهر",
    chips: ["کنسرت", "تهران"],
    clear: "پاک کردن جست‌وجوهای اخیر",
    found: /^[۰-۹]+ پیشنهاد$/,
  },
} as const;

const SUGGESTIONS = /\/api\/v1\/suggestions\?/;
const isSuggestion = (request: Request) => SUGGESTIONS.test(request.url());

/** The search box as a combobox: its first focus loads the suggestions. */
async function comboboxOn(page: Page) {
  await page.locator("html[data-scripted]").waitFor();
  await page.locator("#q").click();
  const box = page.getByRole("combobox").and(page.locator("#q"));
  await expect(box).toBeFocused();
  return box;
}

for (const locale of ["en", "fa"] as const) {
  const words = WORDS[locale];

  test.describe(`suggestions for a visitor who reads ${locale}`, () => {
    test.use({
      locale: locale === "fa" ? "fa-IR" : "en-GB",
      colorScheme: SCHEMES[locale],
      viewport: { width: 320, height: 720 },
    });

    test("come by group, are chosen by keyboard, and are kept on the device as searches", async ({
      page,
    }) => {
      const asked: string[] = [];
      page.on("request", (request) => {
        if (isSuggestion(request)) asked.push(new URL(request.url()).searchParams.get("q") ?? "");
      });
      await page.goto(`/events?lang=${locale}`);
      await inScheme(page, SCHEMES[locale]);
      const box = await comboboxOn(page);
      const list = page.getByRole("listbox");
      const options = list.getByRole("option");
      const [first = "", second = ""] = words.typed;

      // The first answer never comes: the next letters cancel its request.
      await page.route(SUGGESTIONS, () => {}, { times: 1 });
      const cancelled = page.waitForEvent("requestfailed", isSuggestion);
      const started = page.waitForRequest(isSuggestion);
      await page.keyboard.type(first);
      await page.keyboard.type(second);
      await started;
      await page.keyboard.type(words.typed.slice(2));
      await cancelled;
      await expect(options.first()).toBeVisible();
      expect(asked.filter((text) => text.length < 2)).toEqual([]);
      expect(asked.at(-1)).toBe(words.typed);
      await expect(page.getByRole("status").filter({ hasText: words.found })).toHaveCount(1);
      await expect(list).toHaveCSS("direction", locale === "fa" ? "rtl" : "ltr");
      const place = await list.boundingBox();
      expect(place && [place.x >= 0, place.x + place.width <= 320]).toEqual([true, true]);
      expect(await violationsOn(page)).toEqual([]);

      // The input is a stop between the last option and the first one.
      const count = await options.count();
      const active = () =>
        box.evaluate((input) => {
          const id = input.getAttribute("aria-activedescendant");
          const all = [
            ...document.querySelectorAll(
              `#${CSS.escape(input.getAttribute("aria-controls") ?? "")} [role=option]`,
            ),
          ];
          return id === null
            ? null
            : all.findIndex(
                (option) => option.id === id && option.getAttribute("aria-selected") === "true",
              );
        });
      for (const [key, place] of [
        ["ArrowDown", 0],
        ["ArrowDown", 1],
        ["End", count - 1],
        ["ArrowDown", null],
        ["ArrowUp", count - 1],
        ["Home", 0],
        ["ArrowUp", null],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(active, { message: key }).toBe(place);
      }
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await expect(box).toHaveAttribute("aria-expanded", "false");
      await expect(box).toHaveValue(words.typed);

      // The interpretation completes the last word, and searches.
      await page.keyboard.type(` ${words.city}`);
      await expect(options.first().locator("bdi")).toHaveText(words.chips);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(
        (url) =>
          new URL(url).searchParams.get("q")?.startsWith(`${words.typed} ${words.city}`) ?? false,
      );
      // The address changes before the page does.
      await expect(page.getByRole("main").getByRole("status").first()).toContainText(words.typed);

      // An event is visited.
      const again = await comboboxOn(page);
      await again.fill(words.typed);
      const event = list.getByRole("group").nth(1).getByRole("option").first();
      await expect(event).toBeVisible();
      const title = await event.locator("bdi").first().textContent();
      await event.click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");

      // An empty box offers the searches of this device.
      await page.goto(`/?lang=${locale}`);
      const home = await comboboxOn(page);
      await expect(options.first()).toContainText(words.chips[1].slice(0, 3), { ignoreCase: true });
      await list.getByRole("option", { name: words.clear }).click();
      await expect(list).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem("rooydad.searches"))).toBeNull();

      // Without an answer it is a plain box.
      await page.route(SUGGESTIONS, (route) => route.fulfill({ status: 503 }));
      const refused = page.waitForResponse(SUGGESTIONS);
      await home.fill(words.typed);
      await refused;
      await expect(list).toBeHidden();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL((url) => new URL(url).searchParams.get("q") === words.typed);
    });
  });
}
