import type AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { axeOn } from "./axe";
import { htmlFaults } from "./html-faults";
import { addressOf, CHECKED, LOCALES } from "./pages";
import { expect, test } from "./people";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it stands. */
async function violations(page: Page, restrict: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const found = await restrict(axeOn(page)).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** What a page asks other sites for (decisions.md §16), and which answers of ours a browser may take for something else. */
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

test.use({ colorScheme: "light", reducedMotion: "reduce" });

for (const locale of LOCALES)
  for (const { path, role } of CHECKED)
    test.describe(role ?? "everyone", () => {
      test.use({ role });
      test(`axe finds nothing on ${path} in ${locale}, its HTML is valid, it fits 320 px, asks no other site, and the console stays silent`, async ({
        page,
        request,
      }) => {
        // The whole API on one page: some ten thousand elements to look at.
        if (path === "/api/v1/docs") test.slow();
        const said: string[] = [];
        page.on("console", (message) => {
          // The document's own 404 and 400 are what is asked for here.
          if (["error", "warning"].includes(message.type()) && !/status of 4(00|04)/.test(message.text())) said.push(message.text());
        });
        page.on("pageerror", (error) => said.push(error.message));
        const { foreign, sniffable } = requestsOf(page);
        const html = page.locator("html");
        const response = await page.goto(await addressOf(path, locale, request), { waitUntil: "load" });
        await expect(html).toHaveAttribute("lang", locale);
        // As the server has sent it, before any script.
        expect(await htmlFaults((await response?.text()) ?? "")).toEqual([]);

        expect(await violations(page, (axe) => axe.withTags(STANDARDS))).toEqual([]);

        // A theme changes colours and nothing else.
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(html).not.toHaveAttribute("data-mantine-color-scheme", "light");
        expect(await violations(page, (axe) => axe.withRules(["color-contrast"]))).toEqual([]);

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
