import type { Page } from "playwright/test";
import {
  CORRECTED_CITY,
  caseId,
  caseTitle,
  correctedId,
  correctedTitle,
  kindOfCase,
  STEADY_TITLE,
  STILL_PLACES,
  steadyId,
} from "./inbox-cases";
import { expect, hydrated, test } from "./people";

test.use({ role: "admin" });

const LANGUAGE_PLACE = STILL_PLACES.find((place) => kindOfCase(place) === "language") ?? 0;
/** A new event with a duplicate: its panel is the longest. */
const CASE = `new-${steadyId(0)}`;
/** It, and a case of each kind, with the title of each. */
const CASES: readonly (readonly [string, string])[] = [
  [CASE, STEADY_TITLE],
  ...STILL_PLACES.filter((place) => place !== LANGUAGE_PLACE).map(
    (place) =>
      [`${kindOfCase(place)}-${caseId(place, "still")}`, caseTitle(place, "still")] as const,
  ),
];
/** The bar of decisions: of a pair, the end of a form. */
const BAR = "main article [data-bottom-bar]";

interface Box {
  what: string;
  top: number;
  bottom: number;
}

/** What the case shows first, the bar of decisions, and what is painted over the bar. */
const measured = (page: Page) =>
  page.evaluate((selector) => {
    const boxOf = (what: string, element: Element): Box => {
      const { top, bottom } = element.getBoundingClientRect();
      return { what, top, bottom };
    };
    const bar = document.querySelector(selector) as HTMLElement;
    const scroll = bar.previousElementSibling as HTMLElement;
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    const covered = new Set<string>();
    for (let x = left + 4; x < right - 4; x += 16)
      for (let y = top + 4; y < bottom - 4; y += 8) {
        const found = document.elementFromPoint(x, y);
        // Its own rounded corners show what holds it.
        if (found && !bar.contains(found) && !found.contains(bar))
          covered.add(found.outerHTML.slice(0, 80));
      }
    return {
      facts: [
        ...document.querySelectorAll(
          "#review-title, [data-facts] > div, [data-doubts] > li, [data-pair-head]",
        ),
      ].map((element) => boxOf(element.textContent ?? "", element)),
      bar: boxOf("bar", bar),
      scroll: boxOf("scroll", scroll),
      overBar: [...covered],
      height: window.innerHeight,
      wide: document.documentElement.scrollWidth - window.innerWidth,
    };
  }, BAR);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  for (const lang of ["en", "fa"] as const)
    test(`facts and doubts stand above the bar of decisions, which covers nothing: ${width} × ${height}, ${lang}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      for (const [name, title] of CASES) {
        await page.goto(`/admin/inbox?case=${name}&lang=${lang}`);
        await hydrated(page);
        await expect(page.locator("#review-title")).toHaveText(title);
        const first = await measured(page);
        // The title, and four facts or the two events of a pair.
        expect(first.facts.length, name).toBeGreaterThanOrEqual(3);
        for (const fact of first.facts) {
          expect(fact.top, `${name}: ${fact.what}`).toBeGreaterThanOrEqual(0);
          expect(fact.bottom, `${name}: ${fact.what}`).toBeLessThanOrEqual(first.bar.top);
        }
        expect(first.bar.bottom, name).toBeLessThanOrEqual(height);
        expect(first.wide, name).toBeLessThanOrEqual(0);
        // At every place of the part that scrolls.
        for (const part of [0, 0.25, 0.5, 0.75, 1]) {
          await page.evaluate(
            ([selector, share]) => {
              const scroll = document.querySelector(selector)?.previousElementSibling;
              if (scroll) scroll.scrollTop = share * scroll.scrollHeight;
            },
            [BAR, part] as const,
          );
          const now = await measured(page);
          expect(now.scroll.bottom, name).toBeLessThanOrEqual(now.bar.top + 1);
          expect(now.overBar, name).toEqual([]);
        }
      }
      // A draft that lacks a language has no bar: what it waits for is one link.
      const id = caseId(LANGUAGE_PLACE, "still");
      await page.goto(`/admin/inbox?case=language-${id}&lang=${lang}`);
      await hydrated(page);
      const form = page.getByRole("main").locator(`a[href*="/events/${id}/finish"]`).last();
      await expect(form).toBeInViewport({ ratio: 1 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    });

test("E corrects in place, Escape leaves it, and Control S saves, approves and opens the next", async ({
  page,
}) => {
  await page.goto(`/admin/inbox?city=${CORRECTED_CITY}&case=new-${correctedId(0)}&lang=en`);
  await hydrated(page);
  const address = page.url();
  const title = page.locator("form[data-correct] input[name=title]");
  await page.keyboard.press("e");
  await expect(title).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(title).toBeHidden();
  await page.keyboard.press("e");
  await title.fill("A night that was corrected");
  expect(page.url()).toBe(address);
  await page.keyboard.press("Control+s");
  await expect(page.locator("#review-title")).toHaveText(correctedTitle(1));
  await expect(page.getByRole("status").getByText("A night that was corrected")).toBeVisible();
});

test("M opens the merge with the likeliest duplicate, so that Enter merges", async ({ page }) => {
  await page.goto(`/admin/inbox?case=${CASE}&lang=en`);
  await hydrated(page);
  await expect(page.locator("#review-title")).toHaveText(STEADY_TITLE);
  await page.keyboard.press("m");
  const press = page.locator("[data-key=m] details[open] button[value=merge]");
  await expect(press).toBeFocused();
  await expect(press).toBeInViewport();
});
