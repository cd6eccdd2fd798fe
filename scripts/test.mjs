import "./set-up/require-node.mjs";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { ensureBuild } from "./set-up/build.mjs";
import { changeBase, changedFiles, specsOf, WHOLE_RUN } from "./set-up/changed.mjs";
import { checks, runCheck } from "./set-up/checks.mjs";
import { ensureChromium, findHeadlessShell } from "./set-up/chromium.mjs";
import { cacheFolder, root, tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { testDatabaseFolder } from "./set-up/machine.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, printError, SetUpError, say, seconds } from "./set-up/report.mjs";
import { runVisibly } from "./set-up/run.mjs";

/** The result of one step. */
const result = (passed, failed, skipped = 0) => ({ passed, failed, skipped });

/** How many of the slowest tests the summary names. */
const SLOWEST = 20;

const [types, ...linters] = checks;

const STEPS = [
  { name: "types", title: "Types", run: () => runChecks([types]) },
  { name: "lint", title: "Lint", run: () => runChecks(linters) },
  { name: "unit", title: "Unit and workerd tests (Vitest)", needsBuild: true, run: runVitest },
  { name: "e2e", title: "End to end (Playwright)", needsBuild: true, run: runPlaywright },
];

/** Statuses whose tests the summary lists, with their headings. */
const LISTED = [
  ["flaky", "Passed on the second try: a race"],
  ["failed", "Failed"],
];
/** Every test that ran, for the summary: title, "failed" or another status, ms. */
const ran = [];

async function runChecks(list) {
  const total = result(0, 0);
  for (const check of list) {
    const isFine = await runCheck(check);
    say(`${isFine ? "✓" : "✗"} ${check.title}`);
    total[isFine ? "passed" : "failed"] += 1;
  }
  return total;
}

/**
 * Runs of Vitest. A workerd that has run all files of its project has sent messages too large for
 * the tool's WebSocket.
 */
const VITEST_RUNS = [
  ["--project", "unit"],
  ["--project", "workerd", "--shard", "1/2"],
  ["--project", "workerd", "--shard", "2/2"],
];

/** Where `npm test -- changed` starts; null for a whole run. */
let base = null;

async function runVitest() {
  const total = result(0, 0);
  for (const part of VITEST_RUNS) {
    const file = freshReport("vitest.json");
    const args = [
      "run",
      ...part,
      ...(base === null ? [] : ["--changed", base, "--passWithNoTests"]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ];
    const isWorkerd = part.includes("workerd");
    const env = toolsEnvironment(isWorkerd ? { TMPDIR: testDatabaseFolder() } : {});
    const code = await runVisibly(toolsNode(), [tool("vitest"), ...args], env);
    const counted = withExitCode(countVitest(readReport(file)), code);
    if (base !== null && code === 0 && counted.passed === 0) continue;
    for (const key of Object.keys(total)) total[key] += counted[key];
  }
  return total;
}

/** Counts the tests of Vitest's report, and adds them to those that ran. */
function countVitest(report) {
  if (!report) return result(0, 1);
  for (const { name, assertionResults } of report.testResults)
    for (const { fullName, status, duration } of assertionResults)
      ran.push({ title: `${relative(root, name)} › ${fullName}`, status, ms: duration ?? 0 });
  // A file that does not even load has no tests to count, but is no success either.
  const brokenFiles = report.testResults.filter(
    (f) => f.status === "failed" && !f.assertionResults.some((test) => test.status === "failed"),
  );
  return result(
    report.numPassedTests,
    report.numFailedTests + brokenFiles.length,
    report.numPendingTests + report.numTodoTests,
  );
}

async function runPlaywright() {
  const specs =
    base === null ? [] : specsOf(changedFiles(base)).filter((name) => !WHOLE_RUN.includes(name));
  if (base !== null) {
    say(`Browser tests of what has changed: ${specs.join(", ") || "none"}`);
    if (specs.length === 0) return result(0, 0);
  }
  const chromium = await ensureChromium();
  const file = freshReport("playwright.json");
  const shell = findHeadlessShell() ?? chromium;
  const env = toolsEnvironment({
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: shell,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const code = await runVisibly(
    toolsNode(),
    [
      tool("playwright"),
      "test",
      "-c",
      "tests/e2e/playwright.config.ts",
      ...specs.map((name) => `/${name}.spec.ts`),
    ],
    env,
  );
  const report = readReport(file);
  if (!report) return result(0, 1);
  const { stats } = report;
  for (const suite of report.suites) collect(suite);
  return withExitCode(result(stats.expected + stats.flaky, stats.unexpected, stats.skipped), code);
}

/** Adds the tests of a suite of Playwright's report, and of those within it. */
function collect({ title, suites = [], specs = [] }, path = []) {
  const here = [...path, title];
  for (const spec of specs)
    for (const { status, results } of spec.tests)
      ran.push({
        title: [...here, spec.title].filter(Boolean).join(" › "),
        status: status === "unexpected" ? "failed" : status,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
      });
  for (const suite of suites) collect(suite, here);
}

/** A runner that failed without a failed test, or ran none, counts as failed. */
function withExitCode(counted, code) {
  const hasRunNone = counted.passed + counted.failed === 0;
  return counted.failed === 0 && (code !== 0 || hasRunNone) ? { ...counted, failed: 1 } : counted;
}

/**
 * Where a runner is to write its counts; an older report there must not be taken for this run's.
 */
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

/**
 * `npm test`, `npm test -- unit e2e` for some of the steps, `npm test -- changed` for what differs
 * from `origin/main`, or from the last commit.
 */
async function test() {
  const asked = process.argv.slice(2);
  const wanted = asked.filter((name) => name !== "changed");
  if (asked.includes("changed")) base = changeBase();
  const unknown = wanted.filter((name) => !STEPS.some((known) => known.name === name));
  if (unknown.length > 0) {
    throw new SetUpError(
      `There is no step "${unknown.join('", "')}".`,
      `The steps are: ${STEPS.map(({ name }) => name).join(", ")}.`,
    );
  }
  const steps = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

  const began = Date.now();
  const outcomes = [];
  const isInstalled = await run(outcomes, "packages", "Packages", ensurePackages);
  if (isInstalled) {
    const [ofBuild, ofSources] = [true, false].map((is) =>
      steps.filter(({ needsBuild = false }) => needsBuild === is),
    );
    let building = Promise.resolve(true);
    // Sources import files that the build makes first.
    if (ofBuild.length > 0)
      await new Promise((onMade) => {
        building = run(outcomes, "build", "Build", () => ensureBuild(onMade)).finally(onMade);
      });
    // The build and the static checks use one core each.
    await Promise.all(
      ofSources.map(({ name, title, run: work }) => run(outcomes, name, title, work)),
    );
    const isBuilt = await building;
    for (const { name, title, run: work } of ofBuild)
      await run(outcomes, name, title, () => {
        if (!isBuilt) throw new SetUpError("Not run, since there is no build.");
        return work();
      });
  }

  const slowest = ran.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  if (slowest.length > 0) say("\n── Slowest tests");
  for (const { title, ms } of slowest) say(`${seconds(ms).padStart(8)}  ${title}`);
  for (const [status, heading] of LISTED) {
    const some = ran.filter((test) => test.status === status);
    if (some.length > 0) say(`\n── ${heading}`);
    for (const { title } of some) say(`✗ ${title}`);
  }
  say("\n── Summary");
  for (const { name, took, ...counted } of outcomes) {
    const hasCounts = counted.passed + counted.failed + counted.skipped > 0;
    say(
      `${counted.failed > 0 ? "✗" : "✓"} ${name.padEnd(8)} ${seconds(took).padStart(8)}   ${hasCounts ? counts(counted) : ""}`.trimEnd(),
    );
  }
  say(`in all ${seconds(Date.now() - began)}\n`);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const total = result(sum("passed"), sum("failed"), sum("skipped"));
  say(counts(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/**
 * Runs a step under its heading and resolves to whether it succeeded. A crash counts as one
 * failure, and the next steps still run; a step without result counts nothing.
 */
async function run(outcomes, name, title, work) {
  const began = Date.now();
  say(`\n── ${title}`);
  let counted;
  try {
    counted = (await work()) ?? result(0, 0);
  } catch (error) {
    printError(error);
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
