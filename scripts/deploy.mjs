import "./set-up/require-node.mjs";
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  ENVIRONMENTS,
  OF_PRODUCTION,
  readConfiguration,
  storeTarget,
} from "./deploy/configuration.mjs";
import { deploy } from "./deploy/deploy.mjs";
import { buildAfresh } from "./set-up/build.mjs";
import { root, tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";

/** Runs wrangler to its end. What it prints of long steps is also shown. */
function wrangler(args, input) {
  const isShown = args[0] === "deploy" || args.includes("migrations");
  return new Promise((resolve, reject) => {
    const child = spawn(toolsNode(), [tool("wrangler"), ...args], {
      cwd: root,
      env: toolsEnvironment(),
      stdio: "pipe",
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (isShown) process.stdout.write(chunk);
    });
    child.stderr.on("data", (chunk) => {
      // A message of failure; answers in JSON come on the other stream alone.
      if (isShown) process.stderr.write(chunk);
      else if (!args.includes("--json") && !args.includes("json")) output += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
    child.stdin.end(input ?? "");
  });
}

async function confirm(question) {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

const fetchStatus = (address) =>
  fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    () => 0,
  );

/** `npm run deploy -- [--env staging] [--url https://…] [--dry-run] [--yes]` (docs/deploy.md). */
async function run() {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: "production" },
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
  });
  if (!ENVIRONMENTS.includes(values.env))
    throw new SetUpError(
      `There is no environment ${values.env}.`,
      `Environments: ${ENVIRONMENTS.join(", ")}`,
    );
  await ensurePackages();
  await deploy(
    {
      environment: values.env,
      publicUrl: values.url,
      isDryRun: values["dry-run"],
      isConfirmed: values.yes,
    },
    {
      configuration: readConfiguration(),
      // A dry run leaves the project's files alone.
      storeTarget: (target, isDryRun) =>
        isDryRun && target.environment === "production" ? OF_PRODUCTION : storeTarget(target),
      wrangler,
      build: buildAfresh,
      say,
      confirm,
      fetchStatus,
      pause,
    },
  );
}

run().catch(exitWith);
