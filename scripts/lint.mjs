import "./set-up/require-node.mjs";
import process from "node:process";
import { ensureMade } from "./set-up/build.mjs";
import { checks, runCheck } from "./set-up/checks.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";

/**
 * `npm run lint`: types, style, import directions, unused code; with names of checks, those alone.
 * `-- --fix` applies Biome's and Stylelint's fixes.
 */
async function lint() {
  await ensurePackages();
  await ensureMade();
  const failed = [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
  const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0)
    throw new SetUpError(
      `There is no check "${unknown.join('", "')}".`,
      `The checks are: ${checks.map(({ name }) => name).join(", ")}.`,
    );
  for (const check of checks) {
    if (wanted.length > 0 && !wanted.includes(check.name)) continue;
    say(`── ${check.title}`);
    if (!(await runCheck(check, { fix: process.argv.includes("--fix") }))) failed.push(check.name);
  }
  if (failed.length > 0) say(`\n✗ ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

lint().catch(exitWith);
