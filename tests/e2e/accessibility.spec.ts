import AxeBuilder from "@axe-core/playwright";
import { addressOf, CHECKED, LOCALES, THEMES } from "./pages";
import { expect, test } from "./people";

for (const locale of LOCALES)
  for (const theme of THEMES)
    test.describe(`${locale}, ${theme}`, () => {
      test.use({ colorScheme: theme, reducedMotion: "reduce" });

      for (const { path, role } of CHECKED)
        test.describe(role ?? "everyone", () => {
          test.use({ role });
          test(`axe finds nothing on ${path}, and the console stays silent`, async ({ page, request }) => {
            const said: string[] = [];
            page.on("console", (message) => {
              // The document's own 404 and 400 are what is asked for here.
              if (["error", "warning"].includes(message.type()) && !/status of 4(00|04)/.test(message.text())) said.push(message.text());
            });
            page.on("pageerror", (error) => said.push(error.message));
            await page.goto(await addressOf(path, locale, request), { waitUntil: "load" });
            await expect(page.locator("html")).toHaveAttribute("lang", locale);
            const { violations } = await new AxeBuilder({ page })
              .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
              .analyze();
            expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)).toEqual([]);
            expect(said).toEqual([]);
          });
        });
    });
