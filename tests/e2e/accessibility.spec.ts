import type { Page } from "playwright/test";
import { inScheme, SCHEMES, violationsOn } from "./axe";
import { htmlFaults } from "./html-faults";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, sharedTest as test } from "./people";

/** Records a page's requests to other sites (decisions.md §16), and responses without protection against content sniffing. */
function requestsOf(page: Page) {
  const foreign: string[] = [];
  const sniffable: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && hostname !== "127.0.0.1") foreign.push(request.url());
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
      test(`axe finds nothing on ${path} in ${locale}, ${SCHEMES[locale]}; its HTML is valid, it fits 320 px, makes no request to another site, and logs nothing to the console`, async ({
        page,
        request,
      }) => {
        // The whole API on one page has about ten thousand elements.
        if (path === "/api/v1/docs") test.slow();
        const said: string[] = [];
        page.on("console", (message) => {
          // The document's own 404 and 400 are expected here.
          if (["error", "warning"].includes(message.type()) && !/status of 4(00|04)/.test(message.text())) said.push(message.text());
        });
        page.on("pageerror", (error) => said.push(error.message));
        const { foreign, sniffable } = requestsOf(page);
        const response = await page.goto(await addressOf(path, locale, request), { waitUntil: "load" });
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await inScheme(page, SCHEMES[locale]);
        // The server's HTML, before any script.
        expect(await htmlFaults((await response?.text()) ?? "")).toEqual([]);
        expect(await violationsOn(page)).toEqual([]);

        await page.setViewportSize({ width: 320, height: 640 });
        const { width, content } = await page.evaluate(() => ({
          width: document.documentElement.clientWidth,
          content: document.documentElement.scrollWidth,
        }));
        expect(content).toBeLessThanOrEqual(width);
        expect(said).toEqual([]);
        expect(foreign).toEqual([]);
        expect(sniffable).toEqual([]);
      });
    });
