import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import { expect, type Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Rules about what a language brings: its code, and names, which may be missing or equal in one
 * language alone. The others look at structure and colours, which no language changes.
 */
export const RULES_OF_TEXTS: readonly string[] = [
  ...["html-has-lang", "html-lang-valid", "html-xml-lang-mismatch", "valid-lang", "document-title"],
  ...["button-name", "link-name", "input-button-name", "select-name", "summary-name", "label"],
  ...["aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name"],
  ...["aria-progressbar-name", "aria-toggle-field-name", "aria-tooltip-name", "aria-tab-name"],
  ...["aria-treeitem-name", "form-field-multiple-labels", "label-title-only", "frame-title"],
  ...["frame-title-unique", "image-alt", "input-image-alt", "role-img-alt", "svg-img-alt"],
  ...["image-redundant-alt", "object-alt", "area-alt", "empty-heading", "empty-table-header"],
  ...["landmark-unique", "table-duplicate-name", "duplicate-id-aria"],
  ...["scrollable-region-focusable"],
];

/**
 * axe violations on the current page in its current theme. Without @axe-core/playwright, whose
 * longer source and full results take as long as the rules themselves.
 * @param within selector of the part to check
 * @param rules those to check in place of all
 */
export async function violationsOn(
  page: Page,
  within = "html",
  rules: readonly string[] = [],
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
    async ({ within, only }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, {
        // Passing rules are not recorded: on long pages that takes most of the time.
        resultTypes: ["violations"],
        // Frames hold emails, where no script may run, and pages with tests of their own.
        iframes: false,
        runOnly: only,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
    },
    {
      within,
      only:
        rules.length > 0
          ? { type: "rule" as const, values: [...rules] }
          : { type: "tag" as const, values: STANDARDS },
    },
  );
}

/**
 * Colours do not depend on the language, nor structure on the theme: one theme per language covers
 * both. Contrast is measured on the light pages, with all that is not about texts; the colours of
 * both schemes are checked in pairs (app/styles/tokens.test.ts).
 */
export const SCHEMES = { en: "light", fa: "dark" } as const;

/** Waits until the page has the theme. */
export const inScheme = (page: Page, scheme: "light" | "dark") =>
  expect(page.locator("html")).not.toHaveAttribute(
    "data-mantine-color-scheme",
    scheme === "dark" ? "light" : "dark",
  );
