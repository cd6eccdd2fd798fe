import type { Page } from "playwright/test";
import { addressOf, LOCALES, type Role } from "./pages";
import { expect, test } from "./people";

/** Minimum size of touch targets, CSS pixels. */
const LEAST = 40;
const HEADER_WIDTHS = [320, 360, 375, 390, 768, 899, 900] as const;
const PAGES: readonly { path: string; role: Role | null }[] = [
  { path: "/", role: null },
  { path: "/events", role: null },
  { path: "/events/{event}", role: null },
  { path: "/cities", role: null },
  { path: "/cities/tehran", role: null },
  { path: "/discover", role: null },
  { path: "/categories", role: null },
  { path: "/login", role: null },
  { path: "/signup", role: null },
  { path: "/events", role: "user" },
  { path: "/account", role: "user" },
  { path: "/my-events", role: "user" },
  { path: "/notifications", role: "user" },
];

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

for (const locale of LOCALES) {
  for (const role of [null, "user"] as const)
    test.describe(`the header in ${locale} for ${role ?? "everyone"}`, () => {
      test.use({ role });
      test("has controls of a thumb's size at every width", async ({ page }) => {
        await page.goto(`/cities?lang=${locale}`);
        for (const width of HEADER_WIDTHS) {
          await page.setViewportSize({ width, height: 700 });
          expect.soft(await tooSmall(page, "header"), `${width} px`).toEqual([]);
        }
      });
    });

  for (const role of [null, "user"] as const)
    test.describe(`pages in ${locale} for ${role ?? "everyone"}`, () => {
      test.use({ role });
      test("have no control below a thumb's size on phones", async ({ page, request }) => {
        for (const { path } of PAGES.filter((page) => page.role === role)) {
          await page.setViewportSize({ width: 320, height: 700 });
          await page.goto(await addressOf(path, locale, request));
          expect.soft(await tooSmall(page, "body"), `${path} at 320`).toEqual([]);
          await page.setViewportSize({ width: 430, height: 700 });
          expect.soft(await tooSmall(page, "body"), `${path} at 430`).toEqual([]);
        }
      });
    });

  test(`a phone has the filters by city and day beside the words in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/events?lang=${locale}`);
    await page.locator("#city").selectOption("isfahan");
    await page.getByRole("search").getByRole("button").click();
    await expect(page).toHaveURL(/city=isfahan/);
  });
}
