import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright/test";

/** What is right about a page is not written down: on a long one that takes most of the time. */
const VIOLATIONS_ONLY = { resultTypes: ["violations" as const] };

/**
 * axe on a page, which the caller may restrict. In one piece: gathering results in a page of its own, for the sake of
 * foreign frames, of which we have none, takes three times as long.
 */
export const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).options(VIOLATIONS_ONLY).setLegacyMode(true);
