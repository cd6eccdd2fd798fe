import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** What is right about a page is not written down: on a long one that takes most of the time. */
const VIOLATIONS_ONLY = { resultTypes: ["violations" as const] };

/**
 * axe on a page, which the caller may restrict. In one piece: gathering results in a page of its own, for the sake of
 * foreign frames, of which we have none, takes three times as long.
 */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).options(VIOLATIONS_ONLY).setLegacyMode(true);

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it is drawn now, in its present theme. */
export async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await axeOn(page).withTags(STANDARDS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Colours do not depend on the language, nor structure on the theme: each page is read in both languages, and in both themes. */
export const SCHEMES = { en: "light", fa: "dark" } as const;

/** The page is drawn in its theme. */
export const inScheme = (page: Page, scheme: "light" | "dark") =>
  expect(page.locator("html")).not.toHaveAttribute("data-mantine-color-scheme", scheme === "dark" ? "light" : "dark");
