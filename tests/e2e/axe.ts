import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** Passing rules are not recorded: on long pages that takes most of the time. */
const VIOLATIONS_ONLY = { resultTypes: ["violations" as const] };

/**
 * axe on a page, which the caller may restrict. Legacy mode, since collecting results in a separate
 * page is for cross-origin frames, which we lack, and takes three times as long.
 */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options(VIOLATIONS_ONLY).setLegacyMode(true);

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe violations on the current page in its current theme. */
export async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await axeOn(page).withTags(STANDARDS).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/**
 * Colours do not depend on the language, nor structure on the theme: one theme per language covers
 * both.
 */
export const SCHEMES = { en: "light", fa: "dark" } as const;

/** Waits until the page has the theme. */
export const inScheme = (page: Page, scheme: "light" | "dark") =>
  expect(page.locator("html")).not.toHaveAttribute(
    "data-mantine-color-scheme",
    scheme === "dark" ? "light" : "dark",
  );
