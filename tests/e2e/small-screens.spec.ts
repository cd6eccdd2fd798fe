import type { Page } from "playwright/test";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, hydrated, test } from "./people";

/** Minimum size of touch targets, CSS pixels. */
const LEAST = 40;
const HEADER_WIDTHS = [320, 360, 375, 390, 768, 899, 900] as const;
/** Documents of other makers, and pages made for other screens. */
const PAGES = CHECKED.filter(({ path }) => !/^\/(?:api|dev|embed)\b/.test(path));
const ROLES = [null, "user", "moderator", "admin"] as const;
/** In both languages; staff pages take turns, since their layout is the same in both. */
const pagesOf = (role: (typeof ROLES)[number], locale: (typeof LOCALES)[number]) =>
  PAGES.filter((page) => page.role === role).filter((_, at) => role === null || role === "user" || at % 2 === LOCALES.indexOf(locale));

/** Controls of a part of the page that are smaller or overflow the screen; except links within text (WCAG 2.5.8). */
const tooSmall = (page: Page, within: string) =>
  page.evaluate(
    ({ within, least }) => {
      const faults: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(
        `${within} :is(a[href], button, summary, select, textarea, input:not([type=hidden]))`,
      )) {
        const style = getComputedStyle(element);
        if (element.closest(".rd-hidden, [inert]") || style.visibility === "hidden" || !element.checkVisibility()) continue;
        // Link within text.
        if (element.matches("a") && style.display === "inline") continue;
        // A title whose target is its whole card.
        if (getComputedStyle(element, "::after").position === "absolute") continue;
        const own = element.getBoundingClientRect();
        // The label extends the target.
        const label = element.matches("input[type=checkbox], input[type=radio]") && (element as HTMLInputElement).labels?.[0];
        const { width, height, left, right } = label ? label.getBoundingClientRect() : own;
        // Visually hidden until focused.
        if (width <= 1 || height <= 1 || right <= 0) continue;
        let parent = element.parentElement;
        while (parent && !["auto", "scroll", "hidden"].includes(getComputedStyle(parent).overflowX)) parent = parent.parentElement;
        const isOut = !parent && (left < -0.5 || right > innerWidth + 0.5);
        const isCut =
          style.overflowX === "visible" &&
          element.matches("a, button") &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0;
        if (width >= least - 0.5 && height >= least - 0.5 && !isOut && !isCut) continue;
        const fault = [isOut && "off screen", isCut && "cut off"].filter(Boolean).join(", ");
        faults.push(`${element.outerHTML.slice(0, 110)} ${Math.round(width)}x${Math.round(height)} ${fault}`);
      }
      return faults;
    },
    { within, least: LEAST },
  );

/** Whether a part of the header's logo is cut: its name is whole beside the mark, or on the hidden line below. */
const isLogoCut = (page: Page) =>
  page.evaluate(() => {
    const logo = document.querySelector("header a > span") as HTMLElement;
    const frame = logo.getBoundingClientRect();
    return [...logo.children].some((part, at) => {
      const { top, left, right } = part.getBoundingClientRect();
      return (at === 0 || top < frame.bottom - 0.5) && (left < frame.left - 0.5 || right > frame.right + 0.5);
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

  for (const role of ROLES)
    test.describe(`pages in ${locale} for ${role ?? "everyone"}`, () => {
      test.use({ role });
      test("have no control smaller than a thumb on phones", async ({ page, request }) => {
        test.setTimeout(240_000);
        for (const { path } of pagesOf(role, locale)) {
          await page.setViewportSize({ width: 320, height: 700 });
          await page.goto(await addressOf(path, locale, request));
          expect.soft(await tooSmall(page, "body"), `${path} at 320`).toEqual([]);
          await page.setViewportSize({ width: 430, height: 700 });
          expect.soft(await tooSmall(page, "body"), `${path} at 430`).toEqual([]);
        }
      });
    });

  test(`a phone has days, views and five events in its first screen, and thumbs fit the sheet in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/events?city=tehran&lang=${locale}`);
    await hydrated(page);
    const isSeen = (rows: Element[]) => rows.filter((row) => row.getBoundingClientRect().top < innerHeight - 40).length;
    expect(await page.locator("#results article").evaluateAll(isSeen)).toBeGreaterThanOrEqual(5);
    await page.locator('a[href="#filters"]').first().click();
    expect(await tooSmall(page, "#filters")).toEqual([]);
    await page.locator("#search-city").selectOption("isfahan");
    await expect(page).toHaveURL(/city=isfahan/);
  });
}
