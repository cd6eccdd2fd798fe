import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { tool, toolsEnvironment, toolsNode } from "./environment.mjs";
import { exitWith, SetUpError, say, step } from "./report.mjs";
import { runQuietly } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/**
 * Chromium without a window: the same engine takes a quarter less processor time for a page. Shows
 * no notifications.
 */
const SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const MAC_APPS = [
  "Chromium.app/Contents/MacOS/Chromium",
  "Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * A Chromium that starts on this machine: the one of CHROMIUM_PATH, an installed one, Playwright's
 * own; else null.
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (starts(wanted)) return wanted;
    throw new SetUpError(
      `CHROMIUM_PATH is ${wanted}, which does not start.`,
      "Set it to the path of a Chromium or Chrome binary, or unset it to have one found.",
    );
  }
  const apps =
    process.platform === "darwin"
      ? MAC_APPS.flatMap((app) => [
          join("/Applications", app),
          join(homedir(), "Applications", app),
        ])
      : [];
  return [...apps, ...installed(NAMES), ...playwrightsOwn()].find(starts) ?? null;
}

/**
 * An installed headless shell that starts, else null. CHROMIUM_PATH names the one browser to test
 * with: then none is looked for.
 */
export const findHeadlessShell = () =>
  process.env.CHROMIUM_PATH ? null : (installed(SHELL_NAMES).find(starts) ?? null);

function installed(names) {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/bin",
    "/usr/local/bin",
    "/snap/bin",
    "/opt/homebrew/bin",
  ];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
}

function playwrightsOwn() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), ".cache", "ms-playwright"),
    join(homedir(), "Library", "Caches", "ms-playwright"),
  ];
  const binaries = [
    "chrome-linux64/chrome",
    "chrome-linux/chrome",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  ];
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((name) => /^chromium-\d+$/.test(name))
        .sort()
        .reverse()
        .map((name) => join(cache, name)),
    )
    .flatMap((browser) => binaries.map((binary) => join(browser, binary)));
}

/** A binary can be there and still not run: Ubuntu's snap placeholder, missing libraries. */
function starts(path) {
  if (!existsSync(path)) return false;
  try {
    return /\d+\.\d+/.test(
      execFileSync(path, ["--version"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        timeout: 30_000,
      }),
    );
  } catch {
    return false;
  }
}

/** Finds a Chromium, else brings one: Playwright's download, then Debian's package. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  return (
    (await bring("Downloading Chromium (playwright install)", downloadPlaywrights)) ??
    (await bring(
      "Installing Chromium (apt-get install chromium chromium-headless-shell)",
      installDebians,
    )) ??
    giveUp()
  );
}

async function bring(what, work) {
  try {
    await step("chromium", what, work);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(`  that did not work: ${error.message.trim().split("\n").at(-1)}`);
  }
  return findChromium();
}

function downloadPlaywrights() {
  return runQuietly(
    "playwright-install",
    toolsNode(),
    [tool("playwright"), "install", "chromium"],
    toolsEnvironment(),
  );
}

async function installDebians() {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0)
    throw new SetUpError("only root may install packages, on Debian and its kin");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("apt-update", "apt-get", ["update"], env);
  await runQuietly(
    "apt-install",
    "apt-get",
    ["install", "-y", "--no-install-recommends", "chromium", "chromium-headless-shell"],
    env,
  );
}

function giveUp() {
  throw new SetUpError(
    "The browser tests need Chromium or Chrome, and there is none.",
    "Debian, Ubuntu: sudo apt-get install chromium\nmacOS: install Chrome, or brew install --cask chromium\nanywhere: CHROMIUM_PATH=/path/to/chrome npm test",
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensureChromium().then(say, exitWith);
}
