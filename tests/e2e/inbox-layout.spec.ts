import type { Page } from "playwright/test";
import { CORRECTED_CITY, correctedId, correctedTitle, STEADY_TITLE, steadyId } from "./inbox-cases";
import { expect, hydrated, test } from "./people";

test.use({ role: "admin" });

/** A new event with a duplicate: its panel is the longest. */
const CASE = `new-${steadyId(0)}`;

interface Box {
  what: string;
  top: number;
  bottom: number;
}

/** What the case shows first, the bar of decisions, and what is painted over the bar. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (what: string, element: Element): Box => {
      const { top, bottom } = element.getBoundingClientRect();
      return { what, top, bottom };
    };
    const bar = document.querySelector("form[data-decision]") as HTMLElement;
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
        ...document.querySelectorAll("#review-title, [data-facts] > div, [data-doubts] > li"),
      ].map((element) => boxOf(element.textContent ?? "", element)),
      bar: boxOf("bar", bar),
      scroll: boxOf("scroll", scroll),
      overBar: [...covered],
      height: window.innerHeight,
      wide: document.documentElement.scrollWidth - window.innerWidth,
    };
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  for (const lang of ["en", "fa"] as const)
    test(`facts and doubts stand above the bar of decisions, which covers nothing: ${width} × ${height}, ${lang}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/admin/inbox?case=${CASE}&lang=${lang}`);
      await hydrated(page);
      await expect(page.locator("#review-title")).toHaveText(STEADY_TITLE);
      const first = await measured(page);
      expect(first.facts.length).toBeGreaterThanOrEqual(5);
      for (const fact of first.facts) {
        expect(fact.top, fact.what).toBeGreaterThanOrEqual(0);
        expect(fact.bottom, fact.what).toBeLessThanOrEqual(first.bar.top);
      }
      expect(first.bar.bottom).toBeLessThanOrEqual(height);
      expect(first.wide).toBeLessThanOrEqual(0);
      // At every place of the part that scrolls.
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        await page.evaluate((share) => {
          const scroll = document.querySelector("form[data-decision]")?.previousElementSibling;
          if (scroll) scroll.scrollTop = share * scroll.scrollHeight;
        }, part);
        const now = await measured(page);
        expect(now.scroll.bottom).toBeLessThanOrEqual(now.bar.top + 1);
        expect(now.overBar).toEqual([]);
      }
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
