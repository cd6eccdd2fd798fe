import "./set-up/require-node.mjs";
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ENVIRONMENTS, readConfiguration, storeTarget } from "./deploy/configuration.mjs";
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

/** @throws Error with what went wrong, if the check itself did */
function workerProblems(vars, secrets) {
  const program = join("scripts", "deploy", "worker-problems.ts");
  const rawText = `./${join("scripts", "set-up", "raw-text.mjs")}`;
  return JSON.parse(
    execFileSync(toolsNode(), [tool("tsx"), "--import", rawText, program], {
      cwd: root,
      env: toolsEnvironment(),
      encoding: "utf8",
      input: JSON.stringify({ vars, secrets }),
    }),
  );
}

async function confirm(question) {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function ask(address) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    return {
      status: response.status,
      type: response.headers.get("Content-Type") ?? "",
      text: await response.text(),
    };
  } catch {
    return { status: 0, type: "", text: "" };
  }
}

/** `npm run deploy -- [--env staging|preview] [--url https://…] [--no-mail] [--dry-run] [--yes]` (docs/deploy.md). */
async function run() {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: "production" },
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      "no-mail": { type: "boolean", default: false },
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
      isWithoutMail: values["no-mail"],
    },
    {
      configuration: readConfiguration(),
      storeTarget,
      wrangler,
      workerProblems,
      build: buildAfresh,
      say,
      confirm,
      ask,
      pause,
    },
  );
}

run().catch(exitWith);
