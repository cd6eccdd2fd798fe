import type { Page } from "playwright/test";
import { inScheme, RULES_OF_TEXTS, SCHEMES, violationsOn } from "./axe";
import { htmlFaults } from "./html-faults";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, sharedTest as test } from "./people";
import { strayDots } from "./stray-dots";
import { tooSmall } from "./touch-targets";

// A blocked one is a warning in the console.
test.use({ serviceWorkers: "allow" });

/** Documents of other makers, and pages made for other screens. */
const isNotForPhones = (path: string) => /^\/(?:api|dev|embed)\b/.test(path);

/**
 * Records a page's requests to other sites (decisions.md §16), and responses without protection
 * against content sniffing.
 */
function requestsOf(page: Page) {
  const foreign: string[] = [];
  const sniffable: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && hostname !== "127.0.0.1")
      foreign.push(request.url());
  });
  page.on("response", (response) => {
    if (!/^https?:/.test(response.url())) return;
    if (response.headers()["x-content-type-options"] !== "nosniff") sniffable.push(response.url());
  });
  return { foreign, sniffable };
}

for (const locale of LOCALES)
  for (const { path, role } of CHECKED)
    test.describe(role ?? "everyone", () => {
      test.use({ role, colorScheme: SCHEMES[locale] });
      test(`axe finds nothing on ${path} in ${locale}, ${SCHEMES[locale]}; its HTML is valid, it fits phones and thumbs, its separators stand between two items of a line, its code runs left to right, it makes no request to another site, and logs nothing to the console [S-113]`, async ({
        page,
        request,
      }) => {
        const said: string[] = [];
        let isAudited = false;
        page.on("console", (message) => {
          // axe posts messages to frames of other origins.
          if (isAudited) return;
          // The document's own 404 and 400 are expected here.
          if (
            ["error", "warning"].includes(message.type()) &&
            !/status of 4(00|04)/.test(message.text())
          )
            said.push(message.text());
        });
        page.on("pageerror", (error) => said.push(error.message));
        const { foreign, sniffable } = requestsOf(page);
        const response = await page.goto(await addressOf(path, locale, request), {
          waitUntil: "load",
        });
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await inScheme(page, SCHEMES[locale]);
        // The server's HTML, before any script.
        expect(await htmlFaults((await response?.text()) ?? "")).toEqual([]);
        isAudited = true;
        const rules = locale === "en" ? [] : RULES_OF_TEXTS;
        expect(await violationsOn(page, "html", rules)).toEqual([]);
        isAudited = false;

        const bent = await page
          .locator("main :is(code, pre:not([dir=auto]))")
          .evaluateAll((parts) =>
            parts
              .filter((part) => {
                const { direction, unicodeBidi, display } = getComputedStyle(part);
                return direction !== "ltr" || (display === "inline" && unicodeBidi !== "isolate");
              })
              .map(({ outerHTML }) => outerHTML.slice(0, 120)),
          );
        expect.soft(bent, "code that is not isolated").toEqual([]);
        const hasDots = role === null && !isNotForPhones(path);
        if (hasDots) expect.soft(await strayDots(page, "main"), "dots on a desk").toEqual([]);
        for (const wide of [1024, 768, 600, 320]) {
          await page.setViewportSize({ width: wide, height: 640 });
          const over = await page.evaluate(() => {
            const { clientWidth, scrollWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          expect.soft(over, `wider than ${wide} px`).toBeLessThanOrEqual(0);
        }
        if (!isNotForPhones(path)) {
          expect.soft(await tooSmall(page, "body"), "at 320 px").toEqual([]);
          if (hasDots) expect.soft(await strayDots(page, "main"), "dots at 320 px").toEqual([]);
          await page.setViewportSize({ width: 430, height: 640 });
          expect.soft(await tooSmall(page, "body"), "at 430 px").toEqual([]);
          if (hasDots) expect.soft(await strayDots(page, "main"), "dots at 430 px").toEqual([]);
        }
        expect(said).toEqual([]);
        expect(foreign).toEqual([]);
        expect(sniffable).toEqual([]);
      });
    });
