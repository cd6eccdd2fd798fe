import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * axe violations on the current page in its current theme. Without @axe-core/playwright, whose
 * longer source and full results take as long as the rules themselves.
 * @param within selector of the part to check
 * @param without rules not to check
 */
export async function violationsOn(
  page: Page,
  within = "html",
  without: readonly string[] = [],
): Promise<string[]> {
  await page.evaluate(SOURCE);
  // Colours within a transition are neither of its two ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  return page.evaluate(
    async ({ within, without, standards }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, {
        // Passing rules are not recorded: on long pages that takes most of the time.
        resultTypes: ["violations"],
        // Frames hold emails, where no script may run, and pages with tests of their own.
        iframes: false,
        runOnly: { type: "tag", values: standards },
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
    },
    { within, without, standards: STANDARDS },
  );
}

/**
 * Colours do not depend on the language, nor structure on the theme: one theme per language covers
 * both. Contrast is measured on the light pages; the colours of the dark scheme are checked in
 * pairs (app/styles/tokens.test.ts), since that rule takes longer than all others.
 */
export const SCHEMES = { en: "light", fa: "dark" } as const;

/** Waits until the page has the theme. */
export const inScheme = (page: Page, scheme: "light" | "dark") =>
  expect(page.locator("html")).not.toHaveAttribute(
    "data-mantine-color-scheme",
    scheme === "dark" ? "light" : "dark",
  );
