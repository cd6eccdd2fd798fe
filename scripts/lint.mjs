import "./set-up/require-node.mjs";
import process from "node:process";
import { checks, runCheck } from "./set-up/checks.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, say } from "./set-up/report.mjs";

/**
 * `npm run lint`: types, style, import directions, unused code. `-- --fix` applies Biome's fixes.
 */
async function lint() {
  await ensurePackages();
  const failed = [];
  for (const check of checks) {
    say(`── ${check.title}`);
    if (!(await runCheck(check, { fix: process.argv.includes("--fix") }))) failed.push(check.name);
  }
  if (failed.length > 0) say(`\n✗ ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

lint().catch(exitWith);
