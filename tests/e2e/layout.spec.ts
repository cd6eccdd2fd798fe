import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, test } from "./people";

test.use({ viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });

for (const locale of LOCALES)
  for (const { path, role } of CHECKED)
    test.describe(role ?? "everyone", () => {
      test.use({ role });
      test(`${path} in ${locale} fits a screen of 320 px`, async ({ page, request }) => {
        await page.goto(await addressOf(path, locale, request), { waitUntil: "load" });
        const { width, content } = await page.evaluate(() => ({
          width: document.documentElement.clientWidth,
          content: document.documentElement.scrollWidth,
        }));
        expect(content).toBeLessThanOrEqual(width);
      });
    });
