import process from "node:process";
import { defineConfig } from "playwright/test";
import { findChromium, findHeadlessShell } from "../../scripts/set-up/chromium.mjs";

// `npm test` passes what it found or downloaded; workers load this file again and reuse the result.
const shell = process.env.HEADLESS_SHELL_PATH || findHeadlessShell() || findChromium();
const chromium = process.env.CHROMIUM_PATH || findChromium();
if (shell) process.env.HEADLESS_SHELL_PATH = shell;
if (chromium) process.env.CHROMIUM_PATH = chromium;

const isRoot = process.getuid?.() === 0;

const launch = (executablePath: string | null, own: readonly string[] = []) => ({
  launchOptions: {
    executablePath: executablePath ?? undefined,
    args: [
      ...own,
      ...(isRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
});

/** Tests of what the headless shell lacks: notifications. */
const WHOLE_BROWSER = "push.spec.ts";
/** Tests of what is done, for which no picture is drawn, fetched or shown. */
const WITHOUT_PICTURES =
  /(administration|api-reference|claims|collections|dates|developers|event-facts|find-event|follows|hosting|inbox|inbox-fixes|ingest-events|journeys|kept-input|notifications|onboarding|passkeys|quick-event|search-results|sign-in|sources|suggestions)\.spec\.ts$/;

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "./server.ts",
  // Of two, each waits a third of its time for the server or for a clock.
  workers: 3,
  fullyParallel: true,
  // The summary of `npm test` lists what passed on its second try: a race, to be mended.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // The longest takes a minute on a busy machine.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["list"],
    [
      "json",
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "../../.cache/playwright.json" },
    ],
  ],
  use: {
    // Each test would start one and fetch the pages that it keeps: a fifteenth of the time.
    serviceWorkers: "block",
    // Motion and the mascot, who surveys every change of a page, have tests of their own.
    reducedMotion: "reduce",
    baseURL: process.env.E2E_BASE_URL,
    screenshot: "only-on-failure",
    // Recording takes a tenth of the time: enabled on request.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "on-first-retry",
  },
  projects: [
    { name: "pages", testIgnore: [WHOLE_BROWSER, WITHOUT_PICTURES], use: launch(shell) },
    {
      name: "flows",
      testMatch: WITHOUT_PICTURES,
      use: launch(shell, ["--blink-settings=imagesEnabled=false"]),
    },
    { name: "notifications", testMatch: WHOLE_BROWSER, use: launch(chromium) },
  ],
});
