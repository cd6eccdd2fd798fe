import "./set-up/require-node.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ensureBuild } from "./set-up/build.mjs";
import { checks, runCheck } from "./set-up/checks.mjs";
import { ensureChromium } from "./set-up/chromium.mjs";
import { cacheFolder, tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, SetUpError, say, sayWhatIsWrong, seconds } from "./set-up/report.mjs";
import { runVisibly } from "./set-up/run.mjs";

/** What one step found out. */
const result = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

const [types, ...linters] = checks;

const STEPS = [
  { name: "types", title: "Types", run: () => runChecks([types]) },
  { name: "lint", title: "Lint", run: () => runChecks(linters) },
  { name: "unit", title: "Unit and workerd tests (Vitest)", needsBuild: true, run: runVitest },
  { name: "e2e", title: "End to end (Playwright)", needsBuild: true, run: runPlaywright },
];

async function runChecks(list) {
  const total = result(0, 0);
  for (const check of list) {
    const isFine = await runCheck(check);
    say(`${isFine ? "✓" : "✗"} ${check.title}`);
    total[isFine ? "passed" : "failed"] += 1;
  }
  return total;
}

async function runVitest() {
  const file = freshReport("vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runVisibly(toolsNode(), [tool("vitest"), ...args], toolsEnvironment());
  const report = readReport(file);
  if (!report) return result(0, 1);
  // A file that does not even load has no tests to count, but is no success either.
  const brokenFiles = report.testResults.filter(
    (f) => f.status === "failed" && !f.assertionResults.some((test) => test.status === "failed"),
  );
  const counted = result(report.numPassedTests, report.numFailedTests + brokenFiles.length, report.numPendingTests + report.numTodoTests);
  return withExitCode(counted, code);
}

async function runPlaywright() {
  const chromium = await ensureChromium();
  const file = freshReport("playwright.json");
  const env = toolsEnvironment({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const code = await runVisibly(toolsNode(), [tool("playwright"), "test", "-c", "tests/e2e/playwright.config.ts"], env);
  const stats = readReport(file)?.stats;
  if (!stats) return result(0, 1);
  return withExitCode(result(stats.expected + stats.flaky, stats.unexpected, stats.skipped), code);
}

/** A runner that failed without a failed test, or that ran none, has failed all the same. */
function withExitCode(counted, code) {
  const hasRunNone = counted.passed + counted.failed === 0;
  return counted.failed === 0 && (code !== 0 || hasRunNone) ? { ...counted, failed: 1 } : counted;
}

/** Where a runner is to write its counts; an older report there must not be taken for this run's. */
function freshReport(name) {
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, name);
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** `npm test`, or `npm test -- unit e2e` for some of the steps. */
async function test() {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !STEPS.some((known) => known.name === name));
  if (unknown.length > 0) {
    throw new SetUpError(`There is no step "${unknown.join('", "')}".`, `The steps are: ${STEPS.map(({ name }) => name).join(", ")}.`);
  }
  const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

  const began = Date.now();
  const outcomes = [];
  const isInstalled = await run(outcomes, "packages", "Packages", ensurePackages);
  if (isInstalled) {
    const isBuilt = !steps.some(({ needsBuild }) => needsBuild) || (await run(outcomes, "build", "Build", ensureBuild));
    for (const { name, title, needsBuild, run: work } of steps) {
      await run(outcomes, name, title, () => {
        if (needsBuild && !isBuilt) throw new SetUpError("Not run, since there is no build.");
        return work();
      });
    }
  }

  say("\n── Summary");
  for (const { name, took, ...counted } of outcomes) {
    const hasCounts = counted.passed + counted.failed + counted.skipped > 0;
    say(`${counted.failed > 0 ? "✗" : "✓"} ${name.padEnd(8)} ${seconds(took).padStart(8)}   ${hasCounts ? counts(counted) : ""}`.trimEnd());
  }
  say(`in all ${seconds(Date.now() - began)}\n`);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const total = result(sum("passed"), sum("failed"), sum("skipped"));
  say(counts(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/**
 * Runs one step under its heading and resolves to whether it succeeded.
 * One that breaks counts as one failure, and the next ones run all the same; one that returns nothing counts nothing.
 */
async function run(outcomes, name, title, work) {
  const began = Date.now();
  say(`\n── ${title}`);
  let counted;
  try {
    counted = (await work()) ?? result(0, 0);
  } catch (error) {
    sayWhatIsWrong(error);
    counted = result(0, 1);
  }
  const took = Date.now() - began;
  outcomes.push({ name, took, ...counted });
  say(`── ${title}: ${seconds(took)}`);
  return counted.failed === 0;
}

function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

test().catch(exitWith);
