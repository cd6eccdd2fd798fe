import { LOCALES } from "./pages";
import { expect, test } from "./people";

/** Screens with the events that they show whole, and the most that the question above may take, px. */
const SCREENS = [
  { width: 390, height: 844, events: 2, hero: 220 },
  { width: 1440, height: 900, events: 4, hero: 260 },
] as const;

for (const locale of LOCALES)
  for (const city of ["tehran", "yazd", null])
    test(`home opens with events of ${city ?? "a city that is said"} in ${locale}`, async ({
      page,
      baseURL,
    }) => {
      const cookie = { name: "rooydad.city", value: city ?? "", url: baseURL ?? "" };
      if (city) await page.context().addCookies([cookie]);
      for (const { width, height, events, hero } of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.goto(`/?lang=${locale}`);
        const isWhole = (cards: Element[]) =>
          cards.filter((card) => {
            const { top, bottom } = card.getBoundingClientRect();
            return bottom > top && top >= 0 && bottom <= innerHeight;
          }).length;
        const opening = page.locator("section[aria-labelledby=opening]");
        const shown = await opening.locator("article").evaluateAll(isWhole);
        expect.soft(shown, `whole events at ${width} px`).toBeGreaterThanOrEqual(events);
        const box = await page.locator("section[aria-labelledby=where-to] > div").boundingBox();
        expect.soft(box?.height, `the question at ${width} px`).toBeLessThanOrEqual(hero);
      }
    });

for (const locale of LOCALES)
  test(`a title has a third of its row at least in ${locale}, in lists of one and two columns`, async ({
    page,
  }) => {
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/?lang=${locale}`);
      const shares = await page
        .locator("li > article:has(time)")
        .evaluateAll((rows) =>
          rows.map(
            (row) => (row.querySelector("h3")?.clientWidth ?? 0) / Math.max(row.clientWidth, 1),
          ),
        );
      expect(shares.length).toBeGreaterThan(4);
      expect(Math.min(...shares), `at ${width} px`).toBeGreaterThanOrEqual(1 / 3);
      // Of three or four cards none stands alone below the others.
      const left = await page
        .locator("main :is([data-of='3'], [data-of='4'])")
        .evaluateAll((grids) =>
          grids.map(({ children }) => {
            const tops = [...children].map((card) => card.getBoundingClientRect().top);
            const columns = tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length;
            return tops.length % columns;
          }),
        );
      expect.soft(Math.max(0, ...left), `cards alone at ${width} px`).toBe(0);
    }
  });

for (const locale of LOCALES)
  test(`discover is at most six screens of a phone in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/discover?lang=${locale}`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      5_000,
    );
  });
