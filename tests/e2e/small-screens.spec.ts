import type { Page } from "playwright/test";
import { transferred } from "../bench/transferred";
import { addressOf, LOCALES } from "./pages";
import { expect, hydrated, test } from "./people";
import { tooSmall } from "./touch-targets";

const HEADER_WIDTHS = [320, 360, 375, 390, 768, 899, 900] as const;

/**
 * Whether a part of the header's logo is cut: its name is whole beside the mark, or on the hidden
 * line below.
 */
const isLogoCut = (page: Page) =>
  page.evaluate(() => {
    const logo = document.querySelector("header a > span") as HTMLElement;
    const frame = logo.getBoundingClientRect();
    return [...logo.children].some((part, at) => {
      const { top, left, right } = part.getBoundingClientRect();
      return (
        (at === 0 || top < frame.bottom - 0.5) &&
        (left < frame.left - 0.5 || right > frame.right + 0.5)
      );
    });
  });

for (const locale of LOCALES) {
  for (const role of [null, "user", "moderator"] as const)
    test.describe(`the header in ${locale} for ${role ?? "everyone"}`, () => {
      test.use({ role });
      test("has controls of at least a thumb's size at every width", async ({ page }) => {
        await page.goto(`/cities?lang=${locale}`);
        for (const width of HEADER_WIDTHS) {
          await page.setViewportSize({ width, height: 700 });
          expect.soft(await tooSmall(page, "header"), `${width} px`).toEqual([]);
          expect.soft(await isLogoCut(page), `the logo at ${width} px`).toBe(false);
        }
      });
    });

  test(`a phone has days, views and five events in its first screen, and thumbs fit the sheet in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/events?city=tehran&lang=${locale}`);
    await hydrated(page);
    const isSeen = (rows: Element[]) =>
      rows.filter((row) => row.getBoundingClientRect().top < innerHeight - 40).length;
    expect(await page.locator("#results article").evaluateAll(isSeen)).toBeGreaterThanOrEqual(5);
    await page.locator('a[href="#filters"]').first().click();
    expect(await tooSmall(page, "#filters")).toEqual([]);
    await page.locator("#search-city").selectOption("isfahan");
    await expect(page).toHaveURL(/city=isfahan/);
  });

  test(`a phone's week has its titles at their times, and a venue its name before its map in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/events?city=tehran&view=week&lang=${locale}`);
    const gaps = await page
      .locator("#results article:has(time)")
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            (row.querySelector("h3")?.getBoundingClientRect().top ?? 0) -
            ([...row.querySelectorAll("time")].at(-1)?.getBoundingClientRect().bottom ?? 0),
        ),
      );
    expect(gaps.length).toBeGreaterThan(4);
    expect(Math.max(...gaps)).toBeLessThan(28);
    await page.goto(`/venues/tehran/vahdat-hall?lang=${locale}`);
    const name = await page.locator("h1").boundingBox();
    expect(name?.y).toBeLessThan(280);
  });

  test(`the bar of an event with a line for places and tickets elsewhere fits the least phone in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/events?q=${encodeURIComponent("Five Debuts")}&lang=${locale}`);
    await page.goto((await page.locator("#results article a").first().getAttribute("href")) ?? "");
    const buttons = page.locator("[data-action-bar] a");
    await expect(buttons).toHaveCount(2);
    const cut = await buttons.evaluateAll(
      (all) =>
        all.filter((button) => {
          const { left, right } = button.getBoundingClientRect();
          const label = [button, ...button.querySelectorAll("span")];
          return (
            left < 0 ||
            right > innerWidth ||
            label.some((part) => part.scrollWidth > part.clientWidth + 1)
          );
        }).length,
    );
    expect(cut).toBe(0);
  });
}

for (const locale of LOCALES)
  test(`a phone downloads at most 95 kB of scripts and 20 kB of styles for a public page in ${locale}`, async ({
    request,
  }) => {
    for (const path of ["/", "/events", "/events/{event}"]) {
      const html = await (await request.get(await addressOf(path, locale, request))).text();
      expect.soft(transferred(html, ".js"), `scripts of ${path}`).toBeLessThanOrEqual(95);
      expect.soft(transferred(html, ".css"), `styles of ${path}`).toBeLessThanOrEqual(20);
    }
  });

/** Texts whose colour is that of what lies behind them, and parts that forced colours leave alone. */
const invisibleTexts = (page: Page) =>
  page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const groundOf = (element: Element | null): number[] => {
      for (let at = element; at; at = at.parentElement) {
        const ground = channels(getComputedStyle(at).backgroundColor);
        if ((ground[3] ?? 1) > 0.5) return ground;
      }
      return [255, 255, 255];
    };
    const texts = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest("svg, .rd-hidden, option") &&
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
        ),
    );
    return texts
      .filter((element) => {
        const ground = groundOf(element);
        const color = channels(getComputedStyle(element).color);
        return [0, 1, 2].every((at) => Math.abs((color[at] ?? 0) - (ground[at] ?? 0)) < 64);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });

for (const locale of LOCALES)
  test.describe(`forced colours in ${locale}`, () => {
    test.use({ forcedColors: "active" });
    test("hide no text, and lay no ground behind the logo", async ({ page, request }) => {
      for (const path of [
        "/",
        "/events?city=tehran",
        "/events?view=month",
        "/events/{event}",
        "/discover",
      ]) {
        await page.goto(await addressOf(path, locale, request));
        expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
        expect.soft(await invisibleTexts(page), path).toEqual([]);
        await expect(page.locator("header a").first()).toHaveCSS("forced-color-adjust", "auto");
      }
    });
  });
